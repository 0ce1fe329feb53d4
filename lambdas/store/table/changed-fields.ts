import type { FieldUpdate } from './field-update.ts';

/**
 * The fields that an update must set and remove to turn an item that was read into another one. Attributes that this
 * release does not know stay: a newer one may have stored them (docs/operations.md).
 */
export function changedFields(before: object, after: object): Required<Pick<FieldUpdate, 'set' | 'remove'>> {
  const former = new Map(Object.entries(before));
  const present = Object.entries(after).filter(([, value]) => value !== undefined);
  const names = new Set(present.map(([field]) => field));
  return {
    set: Object.fromEntries(present.filter(([field, value]) => former.get(field) !== value)),
    remove: [...former.keys()].filter((field) => !names.has(field)),
  };
}
