import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { kindPrefix, type ListKey, recordKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { loadHead } from './changes.ts';
import { totalOf } from './head.ts';
import { type Page, type PageRequest, PageTooLarge } from './pages.ts';

/** A page of a list, by the record before it. */
export interface PageAfter extends Omit<PageRequest, 'page'> {
  readonly after: string;
}

/**
 * The page that follows a record, which may have been deleted. Takes two concurrent requests at any depth; throws
 * PageTooLarge.
 */
export async function listRecordsAfter(table: Table, list: ListKey, request: PageAfter): Promise<Page> {
  const [head, found] = await Promise.all([loadHead(table, list), loadPage(table, list, request)]);
  const items = found.slice(0, request.size);
  const last = items.at(-1);
  return {
    items,
    total: totalOf(head),
    hasMore: found.length > items.length,
    last: last && String(last.id),
  };
}

/** The records of the page, and one more if there is one. */
async function loadPage(
  table: Table,
  list: ListKey,
  { after, size, descending, maxBytes }: PageAfter,
): Promise<readonly Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for await (const { items } of recordsAfter(table, list, { after, descending, limit: size + 1 })) {
    records.push(...items);
    const bytes = Buffer.byteLength(JSON.stringify(records.slice(0, size)));
    if (bytes > maxBytes) throw new PageTooLarge('The page is too large.');
  }
  return records;
}

/** Records of one answer of DynamoDB, at most 1 MB. */
export interface Stretch {
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
): AsyncGenerator<Stretch> {
  let start: Record<string, unknown> | undefined =
    after === undefined ? undefined : recordKey(userId, kind, after);
  let left = limit;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': kindPrefix(kind) },
        ConsistentRead: true,
        ScanIndexForward: !descending,
        ...(left !== undefined && { Limit: left }),
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    start = LastEvaluatedKey;
    if (left !== undefined) left -= Items.length;
    yield { items: Items, end: start && String(start.sk).slice(kindPrefix(kind).length) };
  } while (start && left !== 0);
}
