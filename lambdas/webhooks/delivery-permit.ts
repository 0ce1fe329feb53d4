import type { StoredDelivery } from '../domain/events/delivery.ts';
import { PERMITS_UNLESS_CLOSED } from '../domain/events/endpoint-health.ts';
import { logger } from '../runtime/logger.ts';
import { deliveryPermitsKey, endpointPermitsKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { endLease, type Lease, takeLease } from '../store/webhooks/leases.ts';

/** Seconds after which a permit ends if its holder crashed: the delivery function's time limit. */
const PERMIT_SECONDS = 30;

/** A receive of a delivery's message. */
export interface DeliveryReceive {
  readonly delivery: StoredDelivery;
  /** Receives of the message, from 1. */
  readonly received: number;
  readonly now: Date;
}

/**
 * Takes one of the user's permits for concurrent deliveries. Returns undefined if all are taken. Every delivery needs
 * one: even endpoints that always answered quickly may stop at any time, for all webhooks of a user at once.
 */
export function takePermit(
  table: Table,
  { delivery, received, now }: DeliveryReceive,
  max: number,
): Promise<Lease | undefined> {
  const key = deliveryPermitsKey(delivery.user_id);
  return takeLease(table, { key, holder: holderOf(delivery, received), max, seconds: PERMIT_SECONDS, now });
}

/** Takes a permit for a request to an endpoint whose circuit breaker is not closed. Returns undefined if all are taken. */
export function takeEndpointPermit(
  table: Table,
  { delivery, received, now }: DeliveryReceive,
): Promise<Lease | undefined> {
  const key = endpointPermitsKey(delivery.user_id, delivery.webhook_id);
  const holder = holderOf(delivery, received);
  return takeLease(table, { key, holder, max: PERMITS_UNLESS_CLOSED, seconds: PERMIT_SECONDS, now });
}

/** Returns a permit. A failure is only logged: the permit ends by itself, and a delivered event must not be delivered again. */
export async function givePermitBack(table: Table, permit: Lease): Promise<void> {
  await endLease(table, permit).catch((error: unknown) => {
    logger.warn('A delivery permit could not be returned; it ends by itself.', { error });
  });
}

const holderOf = ({ id }: StoredDelivery, received: number) => `${id}#${received}`;
