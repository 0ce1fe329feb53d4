import { type DeliveryOutcome, SWITCHED_OFF } from '../domain/events/delivery-schedule.ts';
import {
  type EndpointHealth,
  halfOpen,
  hasFailedFor,
  healthAfter,
  type Observation,
  openUntil,
} from '../domain/events/endpoint-health.ts';
import type { Webhook } from '../domain/records/webhook.ts';
import { logger } from '../runtime/logger.ts';
import type { Table } from '../store/table/table.ts';
import {
  changeHealth,
  disableWebhook,
  returnPermit,
  takePermit,
  type WebhookKey,
} from '../store/webhooks/endpoint-health.ts';

/** A permit to send a delivery: the state of the circuit breaker, and the place taken if it is not closed. */
export interface EndpointPermit {
  readonly health: EndpointHealth | undefined;
  readonly place: number | undefined;
}

/** Seconds after which a permit ends if its holder broke off. */
const PERMIT_SECONDS = 30;

/** Seconds after which a delivery without a permit is retried; up to twice that. */
const BUSY_SECONDS = 2;

/** Seconds by which retries after an open circuit breaker are spread. */
const SPREAD_SECONDS = 15;

/** When to retry a delivery whose circuit breaker is open. Returns undefined if it is not open. */
export function retryAt(health: EndpointHealth, now: Date): Date | undefined {
  const until = openUntil(health, now);
  return until && spread(until, SPREAD_SECONDS);
}

/**
 * Takes a permit to send a delivery. Returns the time of the next try if the circuit breaker is open or all permits are
 * taken.
 */
export async function acquirePermit(
  table: Table,
  {
    webhook,
    health,
    now,
  }: { readonly webhook: Webhook; readonly health: EndpointHealth | undefined; readonly now: Date },
): Promise<EndpointPermit | { readonly waitUntil: Date }> {
  // A closed circuit breaker needs no permit.
  if (!health) return { health, place: undefined };
  const waitUntil = retryAt(health, now);
  if (waitUntil) return { waitUntil: waitUntil };
  const key = keyOf(webhook);
  if (health.resting_until !== undefined) {
    const trial = halfOpen(health, now);
    const isFirst = await changeHealth(table, key, { before: health, after: trial, now });
    return isFirst ? { health: trial, place: undefined } : { waitUntil: spread(now, SPREAD_SECONDS) };
  }
  const place = await takePermit(table, key, { now, seconds: PERMIT_SECONDS });
  const retry = new Date(now.getTime() + BUSY_SECONDS * 1000);
  return place === undefined ? { waitUntil: spread(retry, BUSY_SECONDS) } : { health, place };
}

/**
 * Stores the result of an attempt in the circuit breaker, returns the permit, and disables the webhook if its receiver
 * is gone or has only failed.
 */
export async function releasePermit(
  table: Table,
  {
    webhook,
    endpointPermit,
    observation,
    outcome,
    disableAfterSeconds,
  }: {
    readonly webhook: Webhook;
    readonly endpointPermit: EndpointPermit;
    readonly observation: Observation;
    readonly outcome: DeliveryOutcome;
    /** Seconds of nothing but failures after which a webhook is disabled. */
    readonly disableAfterSeconds: number;
  },
): Promise<void> {
  const key = keyOf(webhook);
  const { now } = observation;
  const after = healthAfter(endpointPermit.health, observation);
  await changeHealth(table, key, { before: endpointPermit.health, after, now });
  if (endpointPermit.place !== undefined) await returnPermit(table, key, endpointPermit.place);
  const hasOnlyFailed = after !== undefined && hasFailedFor(after, disableAfterSeconds, now);
  const reason = isGone(outcome) ? 'gone' : hasOnlyFailed ? 'failing' : undefined;
  if (reason && (await disableWebhook(table, key, { reason, now }))) {
    logger.warn(SWITCHED_OFF, { webhookId: webhook.id, reason });
  }
}

const isGone = (outcome: DeliveryOutcome) => outcome.kind === 'answered' && outcome.status === 410;

const keyOf = ({ user_id: userId, id: webhookId }: Webhook): WebhookKey => ({ userId, webhookId });

const spread = (at: Date, seconds: number) => new Date(at.getTime() + Math.random() * seconds * 1000);
