import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { ConfigurationKind, RecordKey } from './kinds.ts';
import type { CountChange, TargetWrite } from './reference-counts.ts';

/** Changed fields of a record. */
export interface RecordChange extends RecordKey {
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Fields that are objects, in which an update changes only the fields that it names. */
const CHANGED_WITHIN: Readonly<Partial<Record<ConfigurationKind, readonly string[]>>> = {
  action: ['config'],
};

/** What an update sets, so that concurrent updates of other fields are kept. */
export function assignmentsOf(
  kind: ConfigurationKind,
  changes: Readonly<Record<string, unknown>>,
): Required<Pick<FieldUpdate, 'set' | 'setWithin'>> {
  const within = CHANGED_WITHIN[kind] ?? [];
  const entries = Object.entries(changes);
  return {
    set: Object.fromEntries(entries.filter(([field]) => !within.includes(field))),
    setWithin: Object.fromEntries(
      entries
        .filter(([field]) => within.includes(field))
        .map(([field, value]) => [field, { ...Object(value) }]),
    ),
  };
}

/** Whether an update has no field to set. */
export function changesNothing(kind: ConfigurationKind, changes: Readonly<Record<string, unknown>>): boolean {
  const { set, setWithin } = assignmentsOf(kind, changes);
  return [set, ...Object.values(setWithin)].every((fields) => Object.keys(fields).length === 0);
}

/** Adds changes of targets to changes of counts: a transaction writes each record once. */
export function withChanges(
  table: Table,
  userId: string,
  counts: readonly CountChange[],
  changes: readonly RecordChange[],
): TargetWrite[] {
  const isChanged = ({ target }: CountChange) => changes.some((change) => isSame(change, target));
  const changed = changes.map(({ kind, id, changes: fields }) => {
    const count = counts.find(({ target }) => isSame({ kind, id }, target));
    const update = fieldUpdate({
      ...assignmentsOf(kind, fields),
      ...(count && { add: { referred_to: count.difference } }),
      condition: 'attribute_exists(pk)',
    });
    const Key = recordKey(userId, kind, id);
    return { target: { kind, id }, write: { Update: { TableName: table.name, Key, ...update } } };
  });
  return [...counts.filter((count) => !isChanged(count)), ...changed];
}

const isSame = (a: RecordKey, b: RecordKey) => a.kind === b.kind && a.id === b.id;
