import { stampOf } from '../audit/stamps.ts';
import type { FieldUpdate } from '../table/field-update.ts';
import { updateOf } from '../table/items.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { ConfigurationKind, RecordKey } from './kinds.ts';
import type { CountChange, TargetWrite } from './reference-counts.ts';

export interface RecordChange extends RecordKey {
  readonly changes: Readonly<Record<string, unknown>>;
  /** Objects are replaced, with all of their fields. @default an object keeps the fields that are not named */
  readonly isWhole?: boolean;
  /** Stored fields on which the change depends: if they differ, it is planned anew. */
  readonly asRead?: Readonly<Record<string, unknown>>;
}

/** Fields that are objects, in which an update changes only the fields that it names. */
const CHANGED_WITHIN: Readonly<Partial<Record<ConfigurationKind, readonly string[]>>> = {
  action: ['config'],
};

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
  return updateOf(table, recordKey(userId, kind, id), update).Update;
}

/** The assignments of an update. Each sets one field, so that concurrent updates of other fields are kept. */
function assignmentsOf(
  kind: ConfigurationKind,
  changes: Readonly<Record<string, unknown>>,
  isWhole = false,
): Required<Pick<FieldUpdate, 'set' | 'setWithin'>> {
  const within = isWhole ? [] : (CHANGED_WITHIN[kind] ?? []);
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
  kind: ConfigurationKind,
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
  const changed = changes.map((change) => {
    const count = counts.find(({ target }) => isSame(change, target));
    const add = count && { add: { referred_to: count.difference } };
    const state = { ...add, ...stateAsRead(change.asRead) };
    const { kind, id } = change;
    return { target: { kind, id }, write: { Update: recordUpdate(table, userId, { ...change, state }) } };
  });
  return [...counts.filter((count) => !isChanged(count)), ...changed];
}

/** The condition that scalar fields are as read. Deeper values are left out: an expression has at most 4 KB. */
function stateAsRead(
  fields: Readonly<Record<string, unknown>> = {},
): Required<Pick<FieldUpdate, 'condition' | 'names' | 'values'>> {
  const parts = Object.entries(fields).flatMap(([field, value], outer) => {
    const name = `#was${outer}`;
    if (!isObject(value)) return [partAsRead(name, { [name]: field }, value)];
    return Object.entries(value).map(([inner, within], index) =>
      partAsRead(`${name}.${name}_${index}`, { [name]: field, [`${name}_${index}`]: inner }, within),
    );
  });
  const known = parts.filter(({ isKnown }) => isKnown);
  return {
    condition: ['attribute_exists(pk)', ...known.map(({ condition }) => condition)].join(' AND '),
    names: Object.assign({}, ...known.map(({ names }) => names)),
    values: Object.assign({}, ...known.map(({ values }) => values)),
  };
}

function partAsRead(path: string, names: Readonly<Record<string, string>>, value: unknown) {
  const key = `:${path.replaceAll(/[#.]/g, '')}`;
  return {
    isKnown: typeof value !== 'object' || value === null,
    condition: value === undefined ? `attribute_not_exists(${path})` : `${path} = ${key}`,
    names,
    values: value === undefined ? {} : { [key]: value },
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: RecordKey, b: RecordKey) => a.kind === b.kind && a.id === b.id;
