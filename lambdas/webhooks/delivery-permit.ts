import type { StoredDelivery } from '../domain/events/delivery.ts';
import { logger } from '../runtime/logger.ts';
import { deliveryPermitsKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { endLease, type Lease, takeLease } from '../store/webhooks/leases.ts';

/** Seconds after which a permit ends if its holder crashed: the delivery function's time limit. */
const PERMIT_SECONDS = 30;

/**
 * Takes one of the user's permits for concurrent deliveries. Returns undefined if all are taken. Every delivery needs
 * one: endpoints that always answered quickly may stop at any time, all webhooks of a user together. `received` counts
 * the receives of the message.
 */
export function takePermit(
  table: Table,
  { user_id, id }: StoredDelivery,
  { received, max, now }: { readonly received: number; readonly max: number; readonly now: Date },
): Promise<Lease | undefined> {
  const holder = `${id}#${received}`;
  return takeLease(table, { key: deliveryPermitsKey(user_id), holder, max, seconds: PERMIT_SECONDS, now });
}

/** Returns a permit. A failure is only logged: the permit ends by itself, and a delivered event must not be delivered again. */
export async function givePermitBack(table: Table, permit: Lease): Promise<void> {
  await endLease(table, permit).catch((error: unknown) => {
    logger.warn('A delivery permit could not be returned; it ends by itself.', { error });
  });
}
