import type { Table } from '../../platform/table/table.ts';
import type { Kind, OwnedRecord } from '../model/kind.ts';
import { findRecords, type Revised } from './records.ts';
import { targetsOf } from './reference-fields.ts';
import { type ExpectedRevisions, latestOf, RevisionChanged } from './revisions.ts';

/** The condition that a record still has a revision. Throws RevisionChanged if it has another one than expected. */
export async function requireRevision(
  table: Table,
  { kind, record, revision: own }: Revised<OwnedRecord> & { readonly kind: Kind },
  expected: ExpectedRevisions | undefined,
) {
  if (!expected) return undefined;
  const present = kind.showsReferences
    ? latestOf([own, (await findRecords(table, record.user_id, targetsOf(kind, record))).revision])
    : own;
  if (!expected.includes(present.id)) throw new RevisionChanged(present);
  return own.stamp
    ? { condition: 'changed_by.id = :revision', values: { ':revision': own.id } }
    : { condition: 'attribute_not_exists(changed_by)', values: {} };
}
