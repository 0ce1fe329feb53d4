import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type ListKey, listItemKey, recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { loadListCount } from './bounds.ts';

/** The page of a list: by its number, from 1, or by the record before it, which may have been deleted. */
export interface PageRequest {
  readonly page?: number;
  readonly after?: string | undefined;
  readonly size: number;
  readonly descending: boolean;
  readonly maxBytes: number;
}

export interface Page {
  readonly items: readonly Record<string, unknown>[];
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
  const counting = loadListCount(table, list);
  const { page = 1, size, descending } = request;
  const skipped = request.after === undefined ? (page - 1) * size : 0;
  if (skipped === 0) {
    const [total, found] = await Promise.all([counting, loadPage(table, list, request)]);
    return { ...found, total };
  }
  const total = await counting;
  // The number from the other end of the list to the record before the page.
  const back = total - skipped + 1;
  if (back >= skipped) return { ...(await loadPage(table, list, request)), total };
  if (back < 1) return { ...EMPTY_PAGE, total };
  const { end } = await skipRecords(table, list, { descending: !descending, count: back });
  return { ...(await loadPage(table, list, { ...request, page: 1, after: end })), total };
}

const EMPTY_PAGE: Page = { items: [], hasMore: false, last: undefined };

/** A page of records without their total. Throws PageTooLarge. */
export async function loadPage(
  table: Table,
  list: ListKey,
  { page = 1, after, size, descending, maxBytes }: PageRequest,
): Promise<Page> {
  const skipped = await skipRecords(table, list, { after, descending, count: (page - 1) * size });
  if (skipped.isEnd) return EMPTY_PAGE;
  const limit = size + 1;
  const found: Record<string, unknown>[] = [];
  for await (const { items } of recordsAfter(table, list, { after: skipped.end, descending, limit })) {
    found.push(...items);
    const bytes = Buffer.byteLength(JSON.stringify(found.slice(0, size)));
    if (bytes > maxBytes) throw new PageTooLarge('The page is too large.');
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
  /** The id of the last one, or the given one. */
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
  const keyOf = (id: string) => listItemKey(list, id) ?? recordKey(list.userId, list.kind, id);
  let [skipped, end] = [0, after];
  while (skipped < count) {
    const { Count = 0, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        ...queryOf(table, keyOf(''), { start: end === undefined ? undefined : keyOf(end), descending }),
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

/** Records of one answer of DynamoDB, at most 1 MB. */
export interface QueryPage {
  readonly items: readonly Record<string, unknown>[];
  /** The id at which it ends if more may follow; undefined at the end of the list. */
  readonly end: string | undefined;
}

interface Reading {
  readonly after: string | undefined;
  readonly descending: boolean;
  readonly limit: number | undefined;
}

/** A user's records of one kind in the order of their ids, read consistently: all, or those after a record; at most `limit`. */
export async function* recordsAfter(
  table: Table,
  { userId, kind }: ListKey,
  { after, descending, limit }: Reading,
): AsyncGenerator<QueryPage> {
  const keyOf = (id: string) => recordKey(userId, kind, id);
  let [start, left] = [after, limit];
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        ...queryOf(table, keyOf(''), { start: start === undefined ? undefined : keyOf(start), descending }),
        ...(left !== undefined && { Limit: left }),
      }),
    );
    start = LastEvaluatedKey && String(LastEvaluatedKey.sk).slice(keyOf('').sk.length);
    if (left !== undefined) left -= Items.length;
    yield { items: Items, end: start };
  } while (start !== undefined && left !== 0);
}

type Key = ReturnType<typeof recordKey>;

const queryOf = (
  table: Table,
  { pk, sk }: Key,
  { start, descending }: { readonly start: Key | undefined; readonly descending: boolean },
) => ({
  TableName: table.name,
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
  ConsistentRead: true,
  ScanIndexForward: !descending,
  ...(start && { ExclusiveStartKey: start }),
});
