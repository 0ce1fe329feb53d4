import type { StoredDelivery } from '../domain/events/delivery.ts';
import type { DeliveryOutcome } from '../domain/events/delivery-schedule.ts';
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
import { emitMetrics } from '../runtime/metrics/emit.ts';
import type { Table } from '../store/table/table.ts';
import { changeHealth, disableWebhook, type WebhookKey } from '../store/webhooks/endpoint-health.ts';
import type { Lease } from '../store/webhooks/leases.ts';
import { type DeliveryReceive, givePermitBack, takeEndpointPermit } from './delivery-permit.ts';

/** A permit to send a delivery: the state of the circuit breaker, and the lease taken if it is not closed. */
export interface EndpointPermit {
  readonly health: EndpointHealth | undefined;
  readonly lease: Lease | undefined;
}

/** Seconds over which deliveries are spread after an open circuit breaker. */
const SPREAD_SECONDS = 15;

/** When to try a delivery whose circuit breaker is open. Returns undefined if it is not open. */
export function retryAt(
  health: EndpointHealth | undefined,
  { delivery, now }: Omit<DeliveryReceive, 'received'>,
): Date | undefined {
  const until = health && openUntil(health, now);
  return until && spread(until, delivery);
}

/**
 * Takes a permit to send a delivery. Returns the time of the next try if the circuit breaker is open, or undefined if
 * all permits are taken.
 */
export async function acquirePermit(
  table: Table,
  health: EndpointHealth | undefined,
  receive: DeliveryReceive,
): Promise<EndpointPermit | { readonly waitUntil: Date } | undefined> {
  const { delivery, now } = receive;
  // A closed circuit breaker needs no permit.
  if (!health) return { health, lease: undefined };
  const waitUntil = retryAt(health, receive);
  if (waitUntil) return { waitUntil };
  if (health.resting_until !== undefined) {
    const trial = halfOpen(health, now);
    const isFirst = await changeHealth(table, keyOf(delivery), { before: health, after: trial, now });
    return isFirst ? { health: trial, lease: undefined } : { waitUntil: spread(now, delivery) };
  }
  const lease = await takeEndpointPermit(table, receive);
  return lease && { health, lease };
}

/**
 * Stores the result of an attempt in the circuit breaker, returns the permit, and disables the webhook if its receiver
 * answered 410 or every attempt has failed for days.
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
  const key = { userId: webhook.user_id, webhookId: webhook.id };
  const { now } = observation;
  const after = healthAfter(endpointPermit.health, observation);
  await changeHealth(table, key, { before: endpointPermit.health, after, now });
  if (endpointPermit.lease) await givePermitBack(table, endpointPermit.lease);
  const hasOnlyFailed = after !== undefined && hasFailedFor(after, disableAfterSeconds, now);
  const reason = isGone(outcome) ? 'gone' : hasOnlyFailed ? 'failing' : undefined;
  if (reason && (await disableWebhook(table, key, { reason, now }))) {
    emitMetrics({ WebhooksSwitchedOff: 1 });
    logger.warn('A webhook was disabled.', { webhookId: webhook.id, reason });
  }
}

const isGone = (outcome: DeliveryOutcome) => outcome.kind === 'answered' && outcome.status === 410;

const keyOf = ({ user_id: userId, webhook_id: webhookId }: StoredDelivery): WebhookKey => ({
  userId,
  webhookId,
});

/** Up to 15 seconds later: the same time for each try of a delivery, so that a repeat makes no second schedule. */
function spread(at: Date, { id }: StoredDelivery): Date {
  const share = Number.parseInt(id.slice(-8), 16) / 2 ** 32;
  return new Date(at.getTime() + share * SPREAD_SECONDS * 1000);
}
