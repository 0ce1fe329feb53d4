import { getItems } from '../../platform/table/get-items.ts';
import { readItem } from '../../platform/table/items.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { type PastEntry, pastEntry, type StoredEntry, storedEntry } from '../model/do-not-call.ts';
import { doNotCallKey, doNotCallPastKey } from './keys.ts';

export async function loadEntries(
  table: Table,
  userId: string,
  numbers: Iterable<string>,
): Promise<ReadonlyMap<string, StoredEntry>> {
  const keys = [...new Set(numbers)].map((number) => doNotCallKey(userId, number));
  const entries = (await getItems(table, keys)).map((item) => storedEntry.parse(item));
  return new Map(entries.map((entry) => [entry.phone_number, entry]));
}

export async function loadEntry(
  table: Table,
  userId: string,
  number: string,
): Promise<StoredEntry | undefined> {
  const item = await readItem(table, doNotCallKey(userId, number));
  return item && storedEntry.parse(item);
}

/** The write of a new entry; refused if the number is on the list. */
export const entryPut = (table: Table, userId: string, entry: StoredEntry): WriteItem => ({
  Put: {
    TableName: table.name,
    Item: { ...doNotCallKey(userId, entry.phone_number), ...entry, ...stampOf(table) },
    ConditionExpression: NEW_ITEM,
  },
});

export async function loadRemovals(
  table: Table,
  userId: string,
  removals: readonly { readonly phoneNumber: string; readonly id: string }[],
): Promise<readonly PastEntry[]> {
  const keys = removals.map(({ phoneNumber, id }) => doNotCallPastKey(userId, phoneNumber, id));
  return (await getItems(table, keys)).map((item) => pastEntry.parse(item));
}

export async function isOnDoNotCallList(
  table: Table,
  {
    user_id,
    to_number,
    override_do_not_call,
  }: {
    readonly user_id: string;
    readonly to_number: string;
    readonly override_do_not_call?: boolean | undefined;
  },
): Promise<boolean> {
  if (override_do_not_call) return false;
  return (await loadEntry(table, user_id, to_number)) !== undefined;
}
