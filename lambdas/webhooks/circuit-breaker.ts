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

/** A delivery that may be sent now; its endpoint as it was found, and which of its places was taken. */
export interface EndpointPermit {
  readonly health: EndpointHealth | undefined;
  readonly place: number | undefined;
}

/** A place is given back by itself after so long (seconds), should its holder break off. */
const PERMIT_SECONDS = 30;

/** What finds no place comes again after so many seconds, and up to as many more. */
const BUSY_SECONDS = 2;

/** What waits for the end of a rest comes up to so many seconds after it, not all at once. */
const SPREAD_SECONDS = 15;

/** When a delivery is to come again whose endpoint rests; undefined when it does not. */
export function retryAt(health: EndpointHealth, now: Date): Date | undefined {
  const until = openUntil(health, now);
  return until && spread(until, SPREAD_SECONDS);
}

/** Lets a delivery pass to its endpoint, unless that one rests or has as many requests as it may have: then says when to come again. */
export async function acquirePermit(
  table: Table,
  {
    webhook,
    health,
    now,
  }: { readonly webhook: Webhook; readonly health: EndpointHealth | undefined; readonly now: Date },
): Promise<EndpointPermit | { readonly waitUntil: Date }> {
  // An endpoint that is well is asked nothing further.
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

/** Keeps what an attempt told of its endpoint, and switches the webhook off where it is time for that. */
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
    /** Seconds of nothing but failures after which a webhook is switched off. */
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
