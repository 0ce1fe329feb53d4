import type { StoredDelivery } from '../domain/events/delivery.ts';
import { PERMITS_UNLESS_CLOSED, userPermitsUnlessClosed } from '../domain/events/endpoint-health.ts';
import { logger } from '../runtime/logger.ts';
import { deliveryPermitsKey, endpointPermitsKey, permitsUnlessClosedKey } from '../store/table/keys.ts';
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

/**
 * Takes the permits for a request to an endpoint whose circuit breaker is not closed: one of the endpoint, and one of
 * the share of the user's `max` permits that all such endpoints have. Returns undefined if either are all taken.
 */
export async function takePermitsUnlessClosed(
  table: Table,
  { delivery, received, now }: DeliveryReceive,
  max: number,
): Promise<readonly Lease[] | undefined> {
  const { user_id: userId, webhook_id: webhookId } = delivery;
  const request = { holder: holderOf(delivery, received), seconds: PERMIT_SECONDS, now };
  const key = endpointPermitsKey(userId, webhookId);
  const ofEndpoint = await takeLease(table, { ...request, key, max: PERMITS_UNLESS_CLOSED });
  if (!ofEndpoint) return undefined;
  const share = { key: permitsUnlessClosedKey(userId), max: userPermitsUnlessClosed(max) };
  const ofUser = await takeLease(table, { ...request, ...share });
  if (ofUser) return [ofEndpoint, ofUser];
  await givePermitBack(table, ofEndpoint);
  return undefined;
}

/** Returns a permit. A failure is only logged: the permit ends by itself, and a delivered event must not be delivered again. */
export async function givePermitBack(table: Table, permit: Lease): Promise<void> {
  await endLease(table, permit).catch((error: unknown) => {
    logger.warn('A delivery permit could not be returned; it ends by itself.', { error });
  });
}

const holderOf = ({ id }: StoredDelivery, received: number) => `${id}#${received}`;
