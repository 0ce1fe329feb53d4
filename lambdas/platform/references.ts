import { id } from '../domain/fields.ts';
import type { ConfigurationKind, RecordName } from '../store/records.ts';

/** A record that a request names, and where it names it. */
export interface Reference extends RecordName {
  readonly loc: readonly string[];
}

/**
 * The references in a body, in a field (`a.b` for a field of an object) or in each item of a list. It
 * looks at the body before it was validated, so that unknown references are told together with other faults.
 */
export function referencesIn(
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, ConfigurationKind>>,
): Reference[] {
  return Object.entries(fields).flatMap(([field, kind]) => {
    const path = field.split('.');
    const value = path.reduce<unknown>(fieldOf, body);
    if (Array.isArray(value)) {
      return value.flatMap((item, index) => referenceAt(kind, ['body', ...path, String(index)], item));
    }
    return referenceAt(kind, ['body', ...path], value);
  });
}

function referenceAt(kind: ConfigurationKind, loc: readonly string[], value: unknown): Reference[] {
  const result = id.safeParse(value);
  return result.success ? [{ kind, loc, id: result.data.toLowerCase() }] : [];
}

const fieldOf = (value: unknown, field: string) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === field)?.[1]
    : undefined;
