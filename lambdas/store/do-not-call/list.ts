import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  type PastEntry,
  pastEntry,
  type StoredEntry,
  storedEntry,
} from '../../domain/do-not-call/do-not-call.ts';
import {
  DO_NOT_CALL_PREFIX,
  doNotCallKey,
  doNotCallPastKey,
  doNotCallPastPrefix,
  type Key,
  userPartition,
} from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { loadEntry } from './entries.ts';

export interface EntriesPage<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
}

interface Reading {
  readonly after?: string | undefined;
  readonly size: number;
}

/** A user's do-not-call list in the order of the numbers; it continues after a number. */
export async function listEntries(
  table: Table,
  userId: string,
  { after, size }: Reading,
): Promise<EntriesPage<StoredEntry>> {
  const start = after === undefined ? undefined : doNotCallKey(userId, after);
  const request = { userId, prefix: DO_NOT_CALL_PREFIX, start, limit: size + 1, descending: false };
  const found = (await query(table, request)).map((item) => storedEntry.parse(item));
  const entries = found.slice(0, size);
  return { entries, next: found.length > size ? entries.at(-1)?.phone_number : undefined };
}

/** The highest UUID: before all removals, newest first. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The entries of a number, newest first: the present one and the former ones. It continues after a removal. */
export async function listHistory(
  table: Table,
  { userId, phoneNumber }: { readonly userId: string; readonly phoneNumber: string },
  { after, size }: Reading,
): Promise<EntriesPage<StoredEntry | PastEntry>> {
  const start = after === undefined ? undefined : doNotCallPastKey(userId, phoneNumber, after);
  const prefix = doNotCallPastPrefix(phoneNumber);
  const [present, past] = await Promise.all([
    after === undefined ? loadEntry(table, userId, phoneNumber) : undefined,
    query(table, { userId, prefix, start, limit: size + 1, descending: true }),
  ]);
  const found: (StoredEntry | PastEntry)[] = [
    ...(present ? [present] : []),
    ...past.map((item) => pastEntry.parse(item)),
  ];
  const entries = found.slice(0, size);
  const last = entries.at(-1);
  const position = last && 'removal_id' in last ? last.removal_id : NEWEST;
  return { entries, next: found.length > size ? position : undefined };
}

interface Range {
  readonly userId: string;
  readonly prefix: string;
  readonly start: Key | undefined;
  readonly limit: number;
  readonly descending: boolean;
}

/** Up to `limit` items whose sort keys have the prefix, of less than a megabyte together. */
async function query(
  table: Table,
  { userId, prefix, start, limit, descending }: Range,
): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': prefix },
      ScanIndexForward: !descending,
      ConsistentRead: true,
      Limit: limit,
      ...(start && { ExclusiveStartKey: start }),
    }),
  );
  return Items;
}
