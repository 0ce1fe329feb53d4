import { asRead, type FieldUpdate } from '../../platform/table/field-update.ts';
import type { Kind, RecordKey } from '../model/kind.ts';

export function targetsOf(kind: Kind, record: object): RecordKey[] {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const targets = Object.entries(kind.references ?? {}).flatMap(([field, target]) =>
    [values[field]].flat().flatMap((id) => (typeof id === 'string' ? [{ kind: target, id }] : [])),
  );
  return [...new Map(targets.map((target) => [textOf(target), target])).values()];
}

export function targetsWithout(targets: readonly RecordKey[], others: readonly RecordKey[]): RecordKey[] {
  const known = new Set(others.map(textOf));
  return targets.filter((target) => !known.has(textOf(target)));
}

/** The condition that a record exists with the references that were read. */
export function referencesAsRead(kind: Kind, record: object) {
  const read: Readonly<Record<string, unknown>> = { ...record };
  const fields = Object.keys(kind.references ?? {}).map((field) => [field, read[field]]);
  return asRead({ ...Object.fromEntries(fields), ...kind.readAlso?.(record) });
}

type Condition = Required<Pick<FieldUpdate, 'condition' | 'values'>>;

/** A condition together with another one, if there is one. */
export const both = <C extends Condition>(one: C, other: Condition | undefined): C =>
  other
    ? {
        ...one,
        condition: `${one.condition} AND ${other.condition}`,
        values: { ...one.values, ...other.values },
      }
    : one;

const textOf = ({ kind, id }: RecordKey) => `${kind.name} ${id}`;
