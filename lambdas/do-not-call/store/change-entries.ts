import { deletionOf } from '../../platform/table/items.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf, type WriteItem } from '../../platform/table/write-if.ts';
import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { countListed, requireRoom } from '../../records/store/lists/bounds.ts';
import { deletionNote } from '../../records/store/stamps.ts';
import type { QuotaName } from '../../usage/model/quotas.ts';
import { countWithin, loadDayUse } from '../../usage/store/day-use.ts';
import type { StoredEntry } from '../model/do-not-call.ts';
import { doNotCallList } from '../model/do-not-call.ts';
import { entryPut, loadEntries, loadRemovals } from './entries.ts';
import { doNotCallKey, doNotCallPastKey } from './keys.ts';

export interface DoNotCallChange {
  readonly userId: string;
  readonly numbers: readonly NumberToChange[];
  readonly reason: string;
  readonly now: Date;
}

/** A number, and the id of its change, which is the same in a repeated request. */
export interface NumberToChange {
  readonly phoneNumber: string;
  readonly id: string;
}

export const ADD_NUMBERS = ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] as const;
export const REMOVE_NUMBERS = [...ADD_NUMBERS, 'DeleteItem'] as const;

/** Maximum writes of a transaction, and the number of counters among them. */
const MAX_WRITES = 100;
const COUNTS = 2;

/** Seconds for which a removed entry is stored: telemarketers must keep do-not-call requests for five years. */
const KEPT_SECONDS = 5 * 366 * 24 * 3600;

/** Adds numbers; may be repeated. Returns those that it added. Throws QuotaExceeded, mostly before any is added. */
export async function addNumbers(table: Table, change: DoNotCallChange): Promise<ReadonlySet<string>> {
  if (change.numbers.length > MAX_WRITES - COUNTS) await requireRoomForAll(table, change);
  return inParts(change, { writesEach: 1, apply: (part) => addPart(table, part) });
}

/** Removes numbers from the list, and keeps their entries. Returns those removed. Throws QuotaExceeded. */
export function removeNumbers(table: Table, change: DoNotCallChange): Promise<ReadonlySet<string>> {
  // The deletion, the removed entry, and the deletion's stamp for the audit log.
  return inParts(change, { writesEach: 3, apply: (part) => removePart(table, part) });
}

interface Parts {
  readonly writesEach: number;
  readonly apply: (part: DoNotCallChange) => Promise<readonly string[]>;
}

async function inParts(change: DoNotCallChange, { writesEach, apply }: Parts): Promise<ReadonlySet<string>> {
  const length = Math.floor((MAX_WRITES - COUNTS) / writesEach);
  const changedNumbers = new Set<string>();
  for (let start = 0; start < change.numbers.length; start += length) {
    const numbers = change.numbers.slice(start, start + length);
    for (const number of await apply({ ...change, numbers })) changedNumbers.add(number);
  }
  return changedNumbers;
}

/** Throws QuotaExceeded if a change of several transactions has more new numbers than the quotas permit. */
async function requireRoomForAll(table: Table, { userId, numbers, now }: DoNotCallChange): Promise<void> {
  const entries = await loadEntries(table, userId, numbersOf(numbers));
  const fresh = numbers.filter(({ phoneNumber }) => !entries.has(phoneNumber)).length;
  await requireRoom(table, listOf(userId), fresh);
  const quota = 'do_not_call_changes';
  const limit = table.quotas?.[quota];
  if (typeof limit !== 'number') return;
  const used = (await loadDayUse(table, { userId, now }, [quota]))[quota];
  if (used + fresh > limit) throw new QuotaExceeded({ quota, limit });
}

const listOf = (userId: string) => ({ userId, kind: doNotCallList });

function addPart(
  table: Table,
  { userId, numbers, reason, now }: DoNotCallChange,
): Promise<readonly string[]> {
  const listed_at = now.toISOString();
  return attemptUntil(async () => {
    const entries = await loadEntries(table, userId, numbersOf(numbers));
    const added = numbers.filter(({ phoneNumber, id }) => (entries.get(phoneNumber)?.id ?? id) === id);
    const fresh = added.filter(({ phoneNumber }) => !entries.has(phoneNumber));
    const puts = fresh.map(({ phoneNumber, id }) =>
      entryPut(table, userId, { id, phone_number: phoneNumber, reason, listed_at }),
    );
    const counts = [
      countListed(table, listOf(userId), fresh.length),
      countWithin(table, { userId, now }, { quota: 'do_not_call_changes', more: fresh.length }),
    ];
    return (await isDone(table, puts, counts)) ? numbersOf(added) : undefined;
  });
}

function removePart(
  table: Table,
  { userId, numbers, reason, now }: DoNotCallChange,
): Promise<readonly string[]> {
  return attemptUntil(async () => {
    const entries = await loadEntries(table, userId, numbersOf(numbers));
    const listed = numbers.flatMap(({ phoneNumber, id }) => {
      const entry = entries.get(phoneNumber);
      return entry ? [{ entry, id }] : [];
    });
    const missing = numbers.filter(({ phoneNumber }) => !entries.has(phoneNumber));
    // Removed by an earlier run of the same request.
    const before = await loadRemovals(table, userId, missing);
    const moves = listed.flatMap(({ entry, id }) => moveOf(table, userId, { entry, id, reason, now }));
    const counts = [
      countListed(table, listOf(userId), -listed.length),
      countWithin(table, { userId, now }, { quota: 'do_not_call_changes', more: listed.length }),
    ];
    const removed = [...listed.map(({ entry }) => entry), ...before];
    return (await isDone(table, moves, counts)) ? removed.map((each) => each.phone_number) : undefined;
  });
}

interface Move {
  readonly entry: StoredEntry;
  readonly id: string;
  readonly reason: string;
  readonly now: Date;
}

/** The writes that turn an entry into a removed one; refused if the entry changed. */
function moveOf(table: Table, userId: string, { entry, id, reason, now }: Move): WriteItem[] {
  const Item = {
    ...doNotCallPastKey(userId, entry.phone_number, id),
    ...entry,
    removal_id: id,
    removed_at: now.toISOString(),
    removal_reason: reason,
    expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
  };
  const Key = doNotCallKey(userId, entry.phone_number);
  return [
    deletionOf(table, Key, { condition: 'id = :id', values: { ':id': entry.id } }),
    { Put: { TableName: table.name, Item } },
    ...deletionNote(table, Key),
  ];
}

const QUOTAS_OF_COUNTS = [
  'do_not_call_numbers',
  'do_not_call_changes',
] as const satisfies readonly QuotaName[];

async function isDone(
  table: Table,
  writes: readonly WriteItem[],
  counts: readonly WriteItem[],
): Promise<boolean> {
  if (writes.length === 0) return true;
  const written = await transactIf(table, [...counts, ...writes]);
  if (written.outcome !== 'refused') return written.outcome === 'done';
  if (written.failedConditions.lastIndexOf(true) >= counts.length) return false;
  const quota = QUOTAS_OF_COUNTS[written.failedConditions.indexOf(true)];
  if (quota === undefined) throw written.error;
  throw new QuotaExceeded({ quota, limit: table.quotas?.[quota] ?? 0 });
}

const numbersOf = (numbers: readonly NumberToChange[]) => numbers.map(({ phoneNumber }) => phoneNumber);
