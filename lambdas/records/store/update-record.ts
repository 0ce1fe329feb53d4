import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import type { Kind, NewRecord, OwnedRecord, RecordKey } from '../model/kind.ts';
import { changesNothing, type RecordChange, recordUpdate, withChanges } from './field-changes.ts';
import { additionsOf, WritesRefused } from './lists/write-to-lists.ts';
import { creationOf, getRevised, type Revised } from './records.ts';
import { countChange, MissingTargets, writeCounted } from './reference-counts.ts';
import { both, referencesAsRead, targetsOf, targetsWithout } from './reference-fields.ts';
import { requireRevision } from './require-revision.ts';
import type { ExpectedRevisions } from './revisions.ts';

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
  /** The request's `If-Match`. @default any */
  readonly ifMatch?: ExpectedRevisions | undefined;
  /** Plans the update of the record; called again if the record's references changed meanwhile. */
  plan(record: NoInfer<R>): Promise<UpdatePlan>;
}

interface Outcome<R extends OwnedRecord> {
  readonly updated: Revised<R> | undefined;
}

/** Changes only the given fields. Undefined if the user has no such record. Throws MissingTargets, RevisionChanged. */
export async function updatePlanned<R extends OwnedRecord>(
  table: Table,
  userId: string,
  update: PlannedUpdate<R>,
): Promise<Revised<R> | undefined> {
  return (await attemptUntil(() => attemptPlan(table, userId, update))).updated;
}

/** One attempt at a record with references. Returns undefined if its references changed since it was read. */
async function attemptPlan<R extends OwnedRecord>(
  table: Table,
  userId: string,
  { kind, id, ifMatch, plan }: PlannedUpdate<R>,
): Promise<Outcome<R> | undefined> {
  const found = await getRevised(table, userId, kind, id);
  if (!found) return { updated: found };
  const { record } = found;
  const isSame = await requireRevision(table, { kind, ...found }, ifMatch);
  const { changes, newRecords = [], others = [], further = [] } = await plan(record);
  const state = both(referencesAsRead(kind, record), isSame);
  const before = targetsOf(kind, record);
  const after = targetsOf(kind, { ...record, ...changes });
  const added = targetsWithout(after, before).map((target) => ({ userId, target }));
  const removed = targetsWithout(before, after).map((target) => ({ userId, target }));
  const isAlone = newRecords.length + added.length + removed.length + others.length + further.length === 0;
  if (isAlone && changesNothing(kind, changes)) return { updated: found };
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
  return isWritten ? { updated: await getRevised(table, userId, kind, id) } : undefined;
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
