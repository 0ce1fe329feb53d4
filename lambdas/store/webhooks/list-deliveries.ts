import { type StoredDelivery, storedDelivery } from '../../domain/events/delivery.ts';
import type { EventKind } from '../../domain/records/webhook.ts';
import type { TimeRange } from '../lists/ids.ts';
import { equal, type ListPart, scanRange, type TakenPage, takePage } from '../lists/take-page.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

export interface DeliveryFilter extends TimeRange {
  readonly webhook_id?: string | undefined;
  readonly call_id?: string | undefined;
  readonly type?: EventKind | undefined;
  readonly status?: StoredDelivery['status'] | undefined;
}

export interface DeliverySearch {
  readonly filter: DeliveryFilter;
  /** The id to continue after. @default from the newest */
  readonly after?: string | undefined;
  /** Most deliveries to read in one request. @default a megabyte of them */
  readonly limit?: number | undefined;
  /** The read may lag, at half the read units. @default false */
  readonly mayLag?: boolean;
}

/** Scans a user's deliveries by event, newest first. */
export function findDeliveries(
  table: Table,
  userId: string,
  { filter: { from, until, ...where }, mayLag = false, ...search }: DeliverySearch,
): AsyncGenerator<ListPart<StoredDelivery>> {
  const keyOf = (id: string) => recordKey(userId, 'delivery', id);
  const parse = (item: unknown) => storedDelivery.parse(item);
  return scanRange(table, { ...search, keyOf, range: { from, until }, where: equal(where), mayLag, parse });
}

/** Most megabytes of deliveries that are read for one answer: 256 read units. */
const MAX_PARTS = 2;

/** Up to `size` deliveries of a user; fewer, or none, with a `next`, if only few match the filter. They may lag. */
export function listDeliveries(
  table: Table,
  userId: string,
  {
    size,
    ...search
  }: { readonly filter: DeliveryFilter; readonly after?: string | undefined; readonly size: number },
): Promise<TakenPage<StoredDelivery>> {
  const { from: _from, until: _until, ...fields } = search.filter;
  // Without a filter, each delivery that is read is returned; one more shows whether there are more.
  const isFiltered = Object.values(fields).some((value) => value !== undefined);
  const limit = isFiltered ? undefined : size + 1;
  const parts = findDeliveries(table, userId, { ...search, limit, mayLag: true });
  return takePage(parts, { size, maxParts: MAX_PARTS });
}
