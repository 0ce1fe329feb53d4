import { beginningWith, queryPages } from '../../platform/table/items.ts';
import type { Table } from '../../platform/table/table.ts';
import { scanRange } from '../../records/store/lists/take-page.ts';
import { type PastEntry, pastEntry, type StoredEntry, storedEntry } from '../model/do-not-call.ts';
import { loadEntry } from './entries.ts';
import { doNotCallKey, doNotCallPastKey } from './keys.ts';

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
  const pages = queryPages(table, {
    ...beginningWith(doNotCallKey(userId, '')),
    Limit: size + 1,
    ...(after !== undefined && { ExclusiveStartKey: doNotCallKey(userId, after) }),
  });
  const { value: items = [] } = await pages.next();
  const foundEntries = items.map((item) => storedEntry.parse(item));
  const entries = foundEntries.slice(0, size);
  return { entries, next: foundEntries.length > size ? entries.at(-1)?.phone_number : undefined };
}

/** The highest UUID: before all removals, newest first. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The entries of a number, newest first: the current one, then the removed ones. It continues after a removal. */
export async function listHistory(
  table: Table,
  { userId, phoneNumber }: { readonly userId: string; readonly phoneNumber: string },
  { after, size }: Reading,
): Promise<EntriesPage<StoredEntry | PastEntry>> {
  const parts = scanRange(table, {
    keyOf: (id) => doNotCallPastKey(userId, phoneNumber, id),
    range: {},
    after,
    where: [],
    limit: size + 1,
    mayLag: false,
    parse: (item) => pastEntry.parse(item),
  });
  const [present, { value: past }] = await Promise.all([
    after === undefined ? loadEntry(table, userId, phoneNumber) : undefined,
    parts.next(),
  ]);
  const foundEntries: (StoredEntry | PastEntry)[] = [...(present ? [present] : []), ...(past?.items ?? [])];
  const entries = foundEntries.slice(0, size);
  const last = entries.at(-1);
  const position = last && 'removal_id' in last ? last.removal_id : NEWEST;
  return { entries, next: foundEntries.length > size ? position : undefined };
}
