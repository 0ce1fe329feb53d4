import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../table/items.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { idRange, type TimeRange } from './ids.ts';

export interface ListPart<T> {
  readonly items: readonly T[];
  /** The id of the last record that was read; undefined at the end. */
  readonly end: string | undefined;
}

/** A page; `next` is the id after which the list continues, undefined at its end. */
export interface TakenPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** Up to `size` records from the parts of a list; fewer, or none, with a `next`, if the first `maxParts` have no more. */
export async function takePage<T extends { readonly id: string }>(
  parts: AsyncIterable<ListPart<T>>,
  { size, maxParts }: { readonly size: number; readonly maxParts: number },
): Promise<TakenPage<T>> {
  const taken: T[] = [];
  let read = 0;
  for await (const { items, end } of parts) {
    taken.push(...items);
    if (taken.length > size) {
      const page = taken.slice(0, size);
      return { items: page, next: page.at(-1)?.id };
    }
    read += 1;
    if (read === maxParts || taken.length === size) return { items: taken, next: end };
  }
  return { items: taken, next: undefined };
}

export interface NewestFirst<T> {
  /** The key of the item with an id. */
  readonly keyOf: (id: string) => Key;
  readonly range: TimeRange;
  /** The id to continue after. @default from the newest */
  readonly after?: string | undefined;
  /** Fields that must have these values, unless undefined. */
  readonly where: Readonly<Record<string, string | undefined>>;
  /** Most items to read in one request. @default a megabyte of them */
  readonly limit?: number | undefined;
  /** The read may lag, at half the read units. */
  readonly mayLag: boolean;
  parse(item: Item): T;
}

/** Items of a partition whose sort keys end with a UUIDv7, newest first, up to a megabyte in each request. */
export async function* newestFirst<T>(
  table: Table,
  { keyOf, range, after, where, limit, mayLag, parse }: NewestFirst<T>,
): AsyncGenerator<ListPart<T>> {
  const [lowest, highest] = idRange(range);
  // DynamoDB refuses an empty range, and a start key outside of the range.
  if (lowest > highest || (after !== undefined && after <= lowest)) return;
  let start = after !== undefined && after < highest ? keyOf(after) : undefined;
  const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
  const { pk, sk: prefix } = keyOf('');
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
          ':pk': pk,
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
    const end = LastEvaluatedKey && String(LastEvaluatedKey.sk).slice(prefix.length);
    yield { items: Items.map(parse), end };
    start = end === undefined ? undefined : keyOf(end);
  } while (start);
}
