import { asRead, type FieldUpdate } from '../../platform/table/field-update.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { Kind, RecordKey } from '../model/kind.ts';
import type { CountChange, TargetWrite } from './reference-counts.ts';
import { stampOf } from './stamps.ts';

export interface RecordChange extends RecordKey {
  readonly changes: Readonly<Record<string, unknown>>;
  /** Objects are replaced, with all of their fields. @default an object keeps the fields that are not named */
  readonly isWhole?: boolean;
  /** Stored fields on which the change depends: if they changed, it is planned again. */
  readonly asRead?: Readonly<Record<string, unknown>>;
}

export function recordUpdate(
  table: Table,
  userId: string,
  {
    kind,
    id,
    changes,
    isWhole,
    state,
  }: RecordChange & { readonly state: Pick<FieldUpdate, 'add' | 'condition' | 'names' | 'values'> },
) {
  const { set, setWithin } = assignmentsOf(kind, changes, isWhole);
  const update = { set: { ...set, ...stampOf(table) }, setWithin, ...state };
  return updateOf(table, recordKey(userId, kind.name, id), update).Update;
}

/** The assignments of an update. Each sets one field, so that concurrent updates of other fields survive. */
function assignmentsOf(
  kind: Kind,
  changes: Readonly<Record<string, unknown>>,
  isWhole = false,
): Required<Pick<FieldUpdate, 'set' | 'setWithin'>> {
  const within = isWhole ? [] : (kind.changedWithin ?? []);
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

export function changedItem(
  kind: Kind,
  item: Readonly<Record<string, unknown>>,
  { fields, isWhole }: { readonly fields: Readonly<Record<string, unknown>>; readonly isWhole: boolean },
): Record<string, unknown> {
  const { set, setWithin } = assignmentsOf(kind, fields, isWhole);
  const within = Object.entries(setWithin).map(([name, inner]) => [
    name,
    { ...Object(item[name]), ...inner },
  ]);
  return { ...item, ...set, ...Object.fromEntries(within) };
}

export function changesNothing(kind: Kind, changes: Readonly<Record<string, unknown>>): boolean {
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
  const changed = changes.map((change) => {
    const count = counts.find(({ target }) => isSame(change, target));
    const add = count && { add: { referred_to: count.difference } };
    const state = { ...add, ...asRead(scalarsIn(change.asRead ?? {})) };
    const { kind, id } = change;
    return { target: { kind, id }, write: { Update: recordUpdate(table, userId, { ...change, state }) } };
  });
  return [...counts.filter((count) => !isChanged(count)), ...changed];
}

/** Lists and deeper values are left out: an expression has at most 4 KB. */
const scalarsIn = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => !Array.isArray(value))
      .map(([field, value]) => [field, isObject(value) ? flatIn(value) : value]),
  );

const flatIn = (value: object) =>
  Object.fromEntries(
    Object.entries(value).filter(([, inner]) => typeof inner !== 'object' || inner === null),
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isSame = (a: RecordKey, b: RecordKey) => a.kind === b.kind && a.id === b.id;
