import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type StoredDelivery, storedDelivery } from '../../domain/events/delivery.ts';
import type { EventKind } from '../../domain/records/webhook.ts';
import { highestIdAt, lowestIdAt } from '../lists/ids.ts';
import { recordKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Which of a user's deliveries are looked for. */
export interface DeliveryFilter {
  readonly webhook_id?: string | undefined;
  readonly call_id?: string | undefined;
  readonly type?: EventKind | undefined;
  readonly status?: StoredDelivery['status'] | undefined;
  /** Whose events happened then or later; ISO 8601, UTC. */
  readonly from?: string | undefined;
  /** Whose events happened no later. */
  readonly until?: string | undefined;
}

/** Deliveries that were found in one request, of up to a megabyte of them. */
export interface DeliveriesPart {
  readonly deliveries: readonly StoredDelivery[];
  /** The id of the one that was looked at last; undefined at the end. */
  readonly end: string | undefined;
}

/** Goes through a user's deliveries, those of the newest events first, and gives those that a filter lets through. */
export async function* findDeliveries(
  table: Table,
  userId: string,
  { filter, after }: { readonly filter: DeliveryFilter; readonly after?: string | undefined },
): AsyncGenerator<DeliveriesPart> {
  const { from, until, ...fields } = filter;
  const lowest = lowestIdAt(from === undefined ? 0 : Date.parse(from));
  const highest = highestIdAt(until === undefined ? LATEST_MS : Date.parse(until));
  if (lowest > highest || (after !== undefined && after <= lowest)) return;
  const keyOf = (id: string) => recordKey(userId, 'delivery', id);
  let start = after !== undefined && after < highest ? keyOf(after) : undefined;
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined);
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
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const end = LastEvaluatedKey && String(LastEvaluatedKey.sk).replace(keyOf('').sk, '');
    yield { deliveries: Items.map((item) => storedDelivery.parse(item)), end };
    start = end === undefined ? undefined : keyOf(end);
  } while (start);
}

/** No UUIDv7 has a later time. */
const LATEST_MS = 2 ** 48 - 1;

/** So many megabytes of deliveries are looked through for one answer. */
const MAX_PARTS = 8;

/** A page of deliveries; `next` is the id after which the list goes on, undefined when there is no more. */
export interface DeliveriesPage {
  readonly deliveries: readonly StoredDelivery[];
  readonly next: string | undefined;
}

/** Up to `size` of a user's deliveries; fewer, with a `next`, where the filter lets few of them through. */
export async function listDeliveries(
  table: Table,
  userId: string,
  {
    size,
    ...search
  }: { readonly filter: DeliveryFilter; readonly after?: string | undefined; readonly size: number },
): Promise<DeliveriesPage> {
  const deliveries: StoredDelivery[] = [];
  let parts = 0;
  for await (const part of findDeliveries(table, userId, search)) {
    deliveries.push(...part.deliveries);
    if (deliveries.length > size) {
      const page = deliveries.slice(0, size);
      return { deliveries: page, next: page.at(-1)?.id };
    }
    parts += 1;
    if (parts === MAX_PARTS || deliveries.length === size) return { deliveries, next: part.end };
  }
  return { deliveries, next: undefined };
}
