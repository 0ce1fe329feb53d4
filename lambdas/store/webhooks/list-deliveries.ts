import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type StoredDelivery, storedDelivery } from '../../domain/events/delivery.ts';
import type { EventKind } from '../../domain/records/webhook.ts';
import { highestIdAt, lowestIdAt } from '../lists/ids.ts';
import { type ListPart, type TakenPage, takePage } from '../lists/take-page.ts';
import { recordKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

export interface DeliveryFilter {
  readonly webhook_id?: string | undefined;
  readonly call_id?: string | undefined;
  readonly type?: EventKind | undefined;
  readonly status?: StoredDelivery['status'] | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
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

/** Scans a user's deliveries by event, newest first, up to a megabyte in each request, and returns those that match a filter. */
export async function* findDeliveries(
  table: Table,
  userId: string,
  { filter, after, limit, mayLag = false }: DeliverySearch,
): AsyncGenerator<ListPart<StoredDelivery>> {
  const { from, until, ...fields } = filter;
  const lowest = lowestIdAt(from === undefined ? 0 : Date.parse(from));
  const highest = highestIdAt(until === undefined ? LATEST_MS : Date.parse(until));
  if (lowest > highest || (after !== undefined && after <= lowest)) return;
  const keyOf = (id: string) => recordKey(userId, 'delivery', id);
  let start = after !== undefined && after < highest ? keyOf(after) : undefined;
  const wanted = wantedOf(fields);
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lowest AND :highest',
        ...(wanted.length > 0 && {
          FilterExpression: wanted.map((_, index) => `#f${index} = :f${index}`).join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(wanted.map(([name], index) => [`#f${index}`, name])),
        }),
        ExpressionAttributeValues: {
          ':pk': userPartition(userId),
          ':lowest': keyOf(lowest).sk,
          ':highest': keyOf(highest).sk,
          ...Object.fromEntries(wanted.map(([, value], index) => [`:f${index}`, value])),
        },
        ScanIndexForward: false,
        ConsistentRead: !mayLag,
        Limit: limit,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const end = LastEvaluatedKey && String(LastEvaluatedKey.sk).replace(keyOf('').sk, '');
    yield { items: Items.map((item) => storedDelivery.parse(item)), end };
    start = end === undefined ? undefined : keyOf(end);
  } while (start);
}

/** The latest time of a UUIDv7. */
const LATEST_MS = 2 ** 48 - 1;

const wantedOf = (fields: Omit<DeliveryFilter, 'from' | 'until'>) =>
  Object.entries(fields).filter(([, value]) => value !== undefined);

/** Most megabytes of deliveries that are read for one answer: 256 read units. */
const MAX_PARTS = 2;

/** Up to `size` deliveries of a user; fewer, or none, with a `next`, if only few match the filter. The read may lag by moments. */
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
  const limit = wantedOf(fields).length === 0 ? size + 1 : undefined;
  const parts = findDeliveries(table, userId, { ...search, limit, mayLag: true });
  return takePage(parts, { size, maxParts: MAX_PARTS });
}
