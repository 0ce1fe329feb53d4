import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type ListKey, listBlockKey, recordKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { loadHead } from './changes.ts';
import { type ListHead, readBlock, totalOf } from './head.ts';

/** The page of a list; pages count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  /** Newest first. */
  readonly descending: boolean;
  /** Most bytes of the page's records as JSON. */
  readonly maxBytes: number;
}

/** A page of stored records. */
export interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly hasMore: boolean;
  /** The number of records in the list. */
  readonly total: number;
  /** The id at which the page ends; undefined if it is empty. */
  readonly last: string | undefined;
}

/** The records of a page exceed `maxBytes`. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/**
 * A page of a user's records of one kind in the order of their ids, which is that of their creation. Takes three
 * requests at any depth; throws PageTooLarge. A record deleted meanwhile is missing.
 */
export async function listRecords(table: Table, list: ListKey, request: PageRequest): Promise<Page> {
  const { total, ids } = await attemptUntil(() => idsOfPage(table, list, request));
  const items = await loadRecords(table, list, { ids, ...request });
  // The id from the list: the last item may have been deleted.
  const last = request.descending ? ids[0] : ids.at(-1);
  return { items, total, hasMore: request.page * request.size < total, last };
}

/** The ids of the page, oldest first. Returns undefined if the list changed between the two reads. */
async function idsOfPage(table: Table, list: ListKey, { page, size, descending }: PageRequest) {
  const head = await loadHead(table, list);
  const total = totalOf(head);
  const inBlocks = total - head.recent.length;
  const skipped = Math.min((page - 1) * size, total);
  const end = Math.min(skipped + size, total);
  const [from, to] = descending ? [total - end, total - skipped] : [skipped, end];
  const older = await idsInBlocks(table, list, { head, from, to: Math.min(to, inBlocks) });
  const newer = head.recent.slice(Math.max(0, from - inBlocks), Math.max(0, to - inBlocks));
  return older && { total, ids: [...older, ...newer] };
}

interface Range {
  readonly head: ListHead;
  /** Index of the first id, from 0. */
  readonly from: number;
  /** Index after the last id. */
  readonly to: number;
}

async function idsInBlocks(
  table: Table,
  list: ListKey,
  { head: { blocks, late }, from, to }: Range,
): Promise<string[] | undefined> {
  let start = 0;
  const placed = blocks.map((entry, index) => {
    const end = blocks[index + 1]?.first;
    const waiting = late.filter((id) => id >= entry.first && (end === undefined || id < end));
    const block = { ...entry, waiting, start, size: entry.count + waiting.length };
    start += block.size;
    return block;
  });
  const needed = placed.filter((block) => block.start < to && block.start + block.size > from);
  const [first, last] = [needed[0], needed.at(-1)];
  if (!first || !last) return [];
  const range = [listBlockKey(list, first.first), listBlockKey(list, last.first)] as const;
  const items = await queryBetween(table, range);
  const found = items.filter(({ sk }) => String(sk).length === range[0].sk.length).map(readBlock);
  const unchanged =
    found.length === needed.length && found.every(({ length }, index) => length === needed[index]?.count);
  if (!unchanged) return undefined;
  const ids = found.flatMap((block, index) => [...block, ...(needed[index]?.waiting ?? [])].sort());
  return ids.slice(from - first.start, to - first.start);
}

async function loadRecords(
  table: Table,
  { userId, kind }: ListKey,
  {
    ids,
    descending,
    maxBytes,
  }: { readonly ids: readonly string[] } & Pick<PageRequest, 'descending' | 'maxBytes'>,
): Promise<readonly Record<string, unknown>[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const wanted = new Set(ids);
  const range = [recordKey(userId, kind, first), recordKey(userId, kind, last)] as const;
  const items = await queryBetween(table, range, maxBytes);
  const records = items.filter(({ id }) => wanted.has(String(id)));
  return descending ? records.reverse() : records;
}

type Key = ReturnType<typeof recordKey>;

/** The items of a partition between two keys, inclusive. */
async function queryBetween(
  table: Table,
  [first, last]: readonly [Key, Key],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let bytes = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    if (maxBytes !== Number.POSITIVE_INFINITY) bytes += Buffer.byteLength(JSON.stringify(Items));
    if (bytes > maxBytes) throw new PageTooLarge('The page is too large.');
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start);
  return items;
}
