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
import { type DeliveryReceive, givePermitBack, takePermitsUnlessClosed } from './delivery-permit.ts';

/** A permit to send a delivery: the state of the circuit breaker, and the leases taken if it is not closed. */
export interface EndpointPermit {
  readonly health: EndpointHealth | undefined;
  readonly leases: readonly Lease[];
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
 * Takes a permit to send a delivery of a user who may have `maxAtOnce`. Returns the time of the next try if the circuit
 * breaker is open, or undefined if all permits are taken.
 */
export async function acquirePermit(
  table: Table,
  health: EndpointHealth | undefined,
  receive: DeliveryReceive,
  maxAtOnce: number,
): Promise<EndpointPermit | { readonly waitUntil: Date } | undefined> {
  const { delivery, now } = receive;
  // A closed circuit breaker needs no permit.
  if (!health) return { health, leases: [] };
  const waitUntil = retryAt(health, receive);
  if (waitUntil) return { waitUntil };
  const leases = await takePermitsUnlessClosed(table, receive, maxAtOnce);
  if (!leases || health.resting_until === undefined) return leases && { health, leases };
  const trial = halfOpen(health, now);
  const isFirst = await changeHealth(table, keyOf(delivery), { before: health, after: trial, now });
  if (isFirst) return { health: trial, leases };
  await givePermitsBack(table, leases);
  return { waitUntil: spread(now, delivery) };
}

const givePermitsBack = (table: Table, leases: readonly Lease[]) =>
  Promise.all(leases.map((lease) => givePermitBack(table, lease)));

/**
 * Stores the result of an attempt in the circuit breaker, returns its permits, and disables the webhook if its receiver
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
  await givePermitsBack(table, endpointPermit.leases);
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
