import type { FieldUpdate } from './field-update.ts';

/** The fields to set and remove to turn one item into another. */
export function changedFields(before: object, after: object): Required<Pick<FieldUpdate, 'set' | 'remove'>> {
  const former = new Map(Object.entries(before));
  const present = Object.entries(after).filter(([, value]) => value !== undefined);
  const names = new Set(present.map(([field]) => field));
  return {
    set: Object.fromEntries(present.filter(([field, value]) => former.get(field) !== value)),
    remove: [...former.keys()].filter((field) => !names.has(field)),
  };
}
