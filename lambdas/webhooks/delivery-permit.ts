import type { StoredDelivery } from '../domain/events/delivery.ts';
import { logger } from '../runtime/logger.ts';
import { deliveryPermitsKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { endLease, type Lease, takeLease } from '../store/webhooks/leases.ts';

/** A permit ends by itself after this many seconds, should its holder crash: the delivery function runs no longer. */
const PERMIT_SECONDS = 30;

/**
 * Takes one of the permits that a user has for deliveries at once, for the delivery whose message was received this many times;
 * undefined when all of them are taken. Nothing is delivered without one: an endpoint that has always answered at once may stop
 * doing so at any time, in all the webhooks of a user together.
 */
export function takePermit(
  table: Table,
  { user_id, id }: StoredDelivery,
  { received, max, now }: { readonly received: number; readonly max: number; readonly now: Date },
): Promise<Lease | undefined> {
  const holder = `${id}#${received}`;
  return takeLease(table, { key: deliveryPermitsKey(user_id), holder, max, seconds: PERMIT_SECONDS, now });
}

/** Gives a permit back. A failure is only logged: the permit ends by itself, and what was delivered is not to be delivered again. */
export async function givePermitBack(table: Table, permit: Lease): Promise<void> {
  await endLease(table, permit).catch((error: unknown) => {
    logger.warn('A delivery permit could not be given back; it ends by itself.', { error });
  });
}
