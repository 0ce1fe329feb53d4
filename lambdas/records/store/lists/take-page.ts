import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../platform/table/items.ts';
import type { Key } from '../../../platform/table/keys.ts';
import type { Table } from '../../../platform/table/table.ts';

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

/** Maximum megabytes of records read for one answer: 256 read units. */
const MAX_PARTS = 2;

/** Up to `size` records of a list; fewer, or none, with a `next`, if few match. Reads are eventually consistent. */
export async function takePage<T extends { readonly id: string }>(
  table: Table,
  scan: Omit<RangeScan<T>, 'limit' | 'mayLag'>,
  size: number,
): Promise<TakenPage<T>> {
  const taken: T[] = [];
  let read = 0;
  // Without a filter, every record read is returned; an extra one shows whether more follow.
  const limit = scan.where.length > 0 ? undefined : size + 1;
  for await (const { items, end } of scanRange(table, { ...scan, limit, mayLag: true })) {
    taken.push(...items);
    if (taken.length > size) {
      const page = taken.slice(0, size);
      return { items: page, next: page.at(-1)?.id };
    }
    read += 1;
    if (read === MAX_PARTS || taken.length === size) return { items: taken, next: end };
  }
  return { items: taken, next: undefined };
}

export type Comparison = readonly [attribute: string, operator: '=' | '<' | '>=' | 'contains', value: string];

export const equal = (fields: Readonly<Record<string, string | undefined>>): Comparison[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, '=', value]]));

export interface RangeScan<T> {
  /** The key of the item with an id. */
  readonly keyOf: (id: string) => Key & Readonly<Record<string, string>>;
  /** @default the table itself */
  readonly index?: { readonly name: string; readonly sortKey: string };
  readonly range: TimeRange;
  /** Milliseconds by which the range is extended at both ends. @default 0 */
  readonly slackMs?: number;
  /** The id to continue after. @default from the first */
  readonly after?: string | undefined;
  /** Newest first. @default true */
  readonly descending?: boolean | undefined;
  readonly where: readonly Comparison[];
  /** @default all attributes of the table or index */
  readonly attributes?: readonly string[];
  /** Maximum number of items to read per request. @default a megabyte of them */
  readonly limit?: number | undefined;
  /** Reads eventually consistently, at half the read units. */
  readonly mayLag: boolean;
  parse(item: Item): T;
}

/** Items of a partition whose sort keys end with a UUIDv7, up to a megabyte in each request. */
export async function* scanRange<T>(
  table: Table,
  scan: RangeScan<T>,
): AsyncGenerator<ListPart<T>, undefined> {
  const { keyOf, index, descending = true, mayLag, limit } = scan;
  const [lowest, highest] = idRange(scan.range, scan.slackMs);
  const { after = descending ? highest : lowest } = scan;
  // DynamoDB refuses an empty range, and a start key outside the range.
  if (lowest > highest || (descending ? after <= lowest : after >= highest)) return;
  let start = (descending ? after < highest : after > lowest) ? keyOf(after) : undefined;
  const sortKey = index?.sortKey ?? 'sk';
  const sortKeyOf = (id: string) => keyOf(id)[sortKey] ?? '';
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: index?.name,
        ...expressionsOf(scan, `pk = :pk AND ${sortKey} BETWEEN :lowest AND :highest`, {
          ':pk': keyOf('').pk,
          ':lowest': sortKeyOf(lowest),
          ':highest': sortKeyOf(highest),
        }),
        ScanIndexForward: !descending,
        ConsistentRead: !mayLag,
        Limit: limit,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const end = LastEvaluatedKey && String(LastEvaluatedKey[sortKey]).slice(sortKeyOf('').length);
    yield { items: Items.map(scan.parse), end };
    start = end === undefined ? undefined : keyOf(end);
  } while (start);
}

function expressionsOf(
  { where, attributes = [] }: Pick<RangeScan<unknown>, 'where' | 'attributes'>,
  KeyConditionExpression: string,
  values: Readonly<Record<string, string>>,
) {
  const names = [...new Set([...attributes, ...where.map(([attribute]) => attribute)])];
  const nameOf = (attribute: string) => `#n${names.indexOf(attribute)}`;
  const compared = where.map(([attribute, operator], index) =>
    operator === 'contains'
      ? `contains(${nameOf(attribute)}, :v${index})`
      : `${nameOf(attribute)} ${operator} :v${index}`,
  );
  return {
    KeyConditionExpression,
    ...(attributes.length > 0 && { ProjectionExpression: attributes.map(nameOf).join(', ') }),
    ...(where.length > 0 && { FilterExpression: compared.join(' AND ') }),
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [nameOf(name), name])),
    }),
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(where.map(([, , value], index) => [`:v${index}`, value])),
    },
  };
}

/** The latest time of a UUIDv7, in epoch milliseconds. */
const LATEST_MS = 2 ** 48 - 1;

/** A time range, ends included: ISO 8601. */
export interface TimeRange {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The lowest and the highest UUIDv7 of a time range, which is extended by `slackMs` at both ends. */
export function idRange({ from, until }: TimeRange, slackMs = 0): readonly [lowest: string, highest: string] {
  const first = from === undefined ? 0 : Date.parse(from) - slackMs;
  const last = until === undefined ? LATEST_MS : Date.parse(until) + slackMs;
  return [idAt(first, '0'), idAt(last, 'f')];
}

function idAt(ms: number, digit: string): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return time.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
