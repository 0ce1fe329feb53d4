import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import type { Kind, NewRecord, OwnedRecord, RecordKey } from '../model/kind.ts';
import { changesNothing, type RecordChange, recordUpdate, withChanges } from './field-changes.ts';
import { additionsOf, WritesRefused } from './lists/write-to-lists.ts';
import { creationOf, getRecord } from './records.ts';
import { countChange, MissingTargets, writeCounted } from './reference-counts.ts';
import { referencesAsRead, targetsOf, targetsWithout } from './reference-fields.ts';

export interface UpdatePlan {
  readonly changes: Readonly<Record<string, unknown>>;
  /** Records that are stored with the update, all or nothing. @default none */
  readonly newRecords?: readonly NewRecord[];
  /** Changes of other records to which the record refers. @default none */
  readonly others?: readonly RecordChange[];
  /** Further writes of the same transaction. If one is refused, the update is planned again. @default none */
  readonly further?: readonly WriteItem[];
}

interface PlannedUpdate<R extends OwnedRecord> extends RecordKey {
  readonly kind: Kind<R>;
  /** Plans the update of the record; called again if the record's references changed meanwhile. */
  plan(record: NoInfer<R>): Promise<UpdatePlan>;
}

interface Outcome<R extends OwnedRecord> {
  readonly record: R | undefined;
}

/**
 * Changes only the given fields; the written references are those that the plan read. Undefined if the user has no such
 * record. Throws MissingTargets.
 */
export async function updatePlanned<R extends OwnedRecord>(
  table: Table,
  userId: string,
  update: PlannedUpdate<R>,
): Promise<R | undefined> {
  return (await attemptUntil(() => attemptPlan(table, userId, update))).record;
}

/** One attempt at a record with references. Returns undefined if its references changed since it was read. */
async function attemptPlan<R extends OwnedRecord>(
  table: Table,
  userId: string,
  { kind, id, plan }: PlannedUpdate<R>,
): Promise<Outcome<R> | undefined> {
  const record = await getRecord(table, userId, kind, id);
  if (!record) return { record };
  const { changes, newRecords = [], others = [], further = [] } = await plan(record);
  const state = referencesAsRead(kind, record);
  const before = targetsOf(kind, record);
  const after = targetsOf(kind, { ...record, ...changes });
  const added = targetsWithout(after, before).map((target) => ({ userId, target }));
  const removed = targetsWithout(before, after).map((target) => ({ userId, target }));
  const isAlone = newRecords.length + added.length + removed.length + others.length + further.length === 0;
  if (isAlone && changesNothing(kind, changes)) return { record };
  // A transaction checks a condition only for an item that it writes.
  const written = changesNothing(kind, changes) ? { id } : changes;
  const own = { Update: recordUpdate(table, userId, { kind, id, changes: written, state }) };
  const { puts, counts } = creationOf(table, newRecords, added);
  const allCounts = [...counts, ...removed.map((reference) => countChange(table, reference, -1))];
  const isWritten = await unlessRefused(
    { writes: [own, ...further], others },
    writeCounted(table, {
      writes: [own, ...puts, ...further],
      counts: withChanges(table, userId, allCounts, others),
      additions: additionsOf(newRecords),
    }),
  );
  return isWritten ? { record: await getRecord(table, userId, kind, id) } : undefined;
}

/** False if a write was refused, or a change of another record that depends on its earlier state. */
async function unlessRefused(
  { writes, others }: { readonly writes: readonly WriteItem[]; readonly others: readonly RecordChange[] },
  done: Promise<unknown>,
): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof WritesRefused && error.writes.some((write) => writes.includes(write))) return false;
    if (error instanceof MissingTargets && error.targets.some((target) => isOutdated(target, others)))
      return false;
    throw error;
  }
}

/** Whether the write of this record was refused because it changed since it was read, or was deleted. */
const isOutdated = (target: RecordKey, others: readonly RecordChange[]) =>
  others.some(({ kind, id, asRead }) => asRead && kind === target.kind && id === target.id);
