import { id } from '../domain/fields.ts';
import { namesRecord } from '../domain/records/reference.ts';
import type { ConfigurationKind, RecordKey } from '../store/records/kinds.ts';

/** A reference to a record, and its location in the request. */
export interface Reference extends RecordKey {
  readonly loc: readonly string[];
}

/**
 * The references in a body: in a field (`a.b` for a field of an object) or in each item of a list. It reads the body
 * before validation, so that unknown references are reported with other faults.
 */
export function referencesIn(
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, ConfigurationKind>>,
): Reference[] {
  return Object.entries(fields).flatMap(([field, kind]) => {
    const path = field.split('.');
    const value = valueAt(body, path);
    if (Array.isArray(value)) {
      return value.flatMap((item, index) => referenceAt(kind, ['body', ...path, String(index)], item));
    }
    return referenceAt(kind, ['body', ...path], value);
  });
}

/** The value at a path. An object with an `id` refers to a record; its other fields are ignored. */
function valueAt(body: object, [field = '', ...rest]: readonly string[]): unknown {
  const value = Object.entries(body).find(([key]) => key === field)?.[1];
  if (rest.length === 0) return value;
  return typeof value === 'object' && value !== null && !namesRecord(value)
    ? valueAt(value, rest)
    : undefined;
}

function referenceAt(kind: ConfigurationKind, loc: readonly string[], value: unknown): Reference[] {
  const isObject = namesRecord(value);
  const result = id.safeParse(isObject ? value.id : value);
  return result.success ? [{ kind, loc: isObject ? [...loc, 'id'] : loc, id: result.data }] : [];
}
