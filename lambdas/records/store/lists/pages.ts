import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beginningWith, type Item } from '../../../platform/table/items.ts';
import { recordKey } from '../../../platform/table/keys.ts';
import type { Table } from '../../../platform/table/table.ts';
import { type ListKey, listItemKey } from '../../keys.ts';
import { loadListCount } from './bounds.ts';
import { type RangeScan, scanRange } from './take-page.ts';

/** The page of a list: by its number, from 1, or by the record before it, which may have been deleted. */
export interface PageRequest {
  readonly page?: number;
  readonly after?: string | undefined;
  readonly size: number;
  readonly descending: boolean;
  readonly maxBytes: number;
}

export interface Page {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** The id at which the page ends; undefined if it is empty. */
  readonly last: string | undefined;
}

/** The records of a page exceed `maxBytes`. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/** A page of a user's records in the order of their creation, and their total. Throws PageTooLarge. */
export async function listRecords(
  table: Table,
  list: ListKey,
  request: PageRequest,
): Promise<Page & { readonly total: number }> {
  const [total, found] = await Promise.all([loadListCount(table, list), loadPage(table, list, request)]);
  return { ...found, total };
}

/** A page of records without their total. Throws PageTooLarge. */
export async function loadPage(
  table: Table,
  list: ListKey,
  { page = 1, after, size, descending, maxBytes }: PageRequest,
): Promise<Page> {
  const skipped = await skipRecords(table, list, { after, descending, count: (page - 1) * size });
  if (skipped.isEnd) return { items: [], hasMore: false, last: undefined };
  const found: Item[] = [];
  for await (const { items } of recordsAfter(table, list, {
    after: skipped.end,
    descending,
    limit: size + 1,
  })) {
    found.push(...items);
    const bytes = Buffer.byteLength(JSON.stringify(found.slice(0, size)));
    if (bytes > maxBytes) throw new PageTooLarge('The page is too large.');
    if (found.length > size) break;
  }
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, hasMore: found.length > size, last: last && String(last.id) };
}

/** Keys of one request: of list items, some 10,000 are the megabyte that DynamoDB reads at once. */
const KEYS_AT_ONCE = 100_000;

interface Skipping {
  readonly after?: string | undefined;
  readonly descending: boolean;
  readonly count: number;
}

interface Skipped {
  readonly count: number;
  /** The id of the last skipped record, or the given one. */
  readonly end: string | undefined;
  /** Whether the list ends before the number is reached. */
  readonly isEnd: boolean;
}

/** Skips records by counting keys: those of the list's small items, or of the records themselves if these are small. */
export async function skipRecords(
  table: Table,
  list: ListKey,
  { after, descending, count }: Skipping,
): Promise<Skipped> {
  const keyOf = (id: string) => listItemKey(list, id) ?? recordKey(list.userId, list.kind.name, id);
  let [skipped, end] = [0, after];
  while (skipped < count) {
    const { Count = 0, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...beginningWith(keyOf('')),
        ExclusiveStartKey: end === undefined ? undefined : keyOf(end),
        ScanIndexForward: !descending,
        ConsistentRead: true,
        Select: 'COUNT',
        Limit: Math.min(count - skipped, KEYS_AT_ONCE),
      }),
    );
    skipped += Count;
    if (!LastEvaluatedKey) return { count: skipped, end, isEnd: true };
    end = String(LastEvaluatedKey.sk).slice(keyOf('').sk.length);
  }
  return { count: skipped, end, isEnd: false };
}

/** A user's records of one kind in the order of their ids, read consistently; `limit` in each request. */
export const recordsAfter = (
  table: Table,
  { userId, kind }: ListKey,
  order: Pick<RangeScan<Item>, 'after' | 'descending' | 'limit'>,
) =>
  scanRange(table, {
    ...order,
    keyOf: (id) => recordKey(userId, kind.name, id),
    range: {},
    where: [],
    mayLag: false,
    parse: (item) => item,
  });
