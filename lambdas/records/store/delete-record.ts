import { deletionOf, readItem } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf, type WriteItem } from '../../platform/table/write-if.ts';
import type { RecordKey } from '../model/kind.ts';
import { removalFromList } from './lists/write-to-lists.ts';
import { FoundRecords } from './records.ts';
import { countChange } from './reference-counts.ts';
import { both, referencesAsRead, targetsOf } from './reference-fields.ts';
import { requireRevision } from './require-revision.ts';
import { type ExpectedRevisions, revisionIn } from './revisions.ts';
import { deletionNote } from './stamps.ts';

export class StillReferenced extends Error {
  override readonly name = 'StillReferenced';
  readonly count: number;

  constructor(count: number) {
    super('Other records refer to the record.');
    this.count = count;
  }
}

export interface RecordDeletion extends RecordKey {
  /** The request's `If-Match`. @default any */
  readonly ifMatch?: ExpectedRevisions | undefined;
  /** Further writes, planned again in each attempt. @default none */
  readonly further?: () => Promise<readonly WriteItem[]>;
}

export const DELETE_RECORD = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** Deletes a record and decreases the counts of its targets. False if it does not exist. Throws StillReferenced, and RevisionChanged. */
export async function deleteRecord(
  table: Table,
  userId: string,
  { kind, id, ifMatch, further = async () => [] }: RecordDeletion,
): Promise<boolean> {
  const Key = recordKey(userId, kind.name, id);
  return attemptUntil(async () => {
    // Read first: the writes that depend on these values fail if the record changes afterwards.
    const item = await readItem(table, Key);
    const record = new FoundRecords(item ? [item] : []).get(kind, id);
    if (!item || !record) return false;
    const isSame = await requireRevision(table, { kind, record, revision: revisionIn(item) }, ifMatch);
    const count = Number(item.referred_to ?? 0);
    if (count > 0) throw new StillReferenced(count);
    const others = await further();
    const { condition, names, values } = both(referencesAsRead(kind, record), isSame);
    const { outcome } = await transactIf(table, [
      deletionOf(table, Key, {
        condition: `${condition} AND (attribute_not_exists(referred_to) OR referred_to <= :none)`,
        names,
        values: { ...values, ':none': 0 },
      }),
      ...deletionNote(table, Key),
      ...others,
      ...targetsOf(kind, record).map((target) => countChange(table, { userId, target }, -1).write),
      ...removalFromList(table, { userId, kind }, id),
    ]);
    return outcome === 'done' || undefined;
  });
}
