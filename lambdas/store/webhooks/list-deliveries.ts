import { type StoredDelivery, storedDelivery } from '../../domain/events/delivery.ts';
import type { EventKind } from '../../domain/records/webhook.ts';
import type { TimeRange } from '../lists/ids.ts';
import { equal, scanRange, type TakenPage, takePage } from '../lists/take-page.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

export interface DeliveryFilter extends TimeRange {
  readonly webhook_id?: string | undefined;
  readonly call_id?: string | undefined;
  readonly type?: EventKind | undefined;
  readonly status?: StoredDelivery['status'] | undefined;
}

interface DeliverySearch {
  readonly filter: DeliveryFilter;
  /** The id to continue after. @default from the newest */
  readonly after?: string | undefined;
}

const scanFor = (userId: string, { filter: { from, until, ...where }, after }: DeliverySearch) => ({
  keyOf: (id: string) => recordKey(userId, 'delivery', id),
  range: { from, until },
  after,
  where: equal(where),
  parse: (item: unknown) => storedDelivery.parse(item),
});

/** Scans a user's deliveries by event, newest first. */
export const findDeliveries = (table: Table, userId: string, search: DeliverySearch) =>
  scanRange(table, { ...scanFor(userId, search), mayLag: false });

/** Up to `size` deliveries of a user; fewer, or none, with a `next`, if only few match the filter. They may lag. */
export const listDeliveries = (
  table: Table,
  userId: string,
  { size, ...search }: DeliverySearch & { readonly size: number },
): Promise<TakenPage<StoredDelivery>> => takePage(table, scanFor(userId, search), size);
