import * as z from 'zod/mini';
import { id } from '../fields.ts';

/** An existing record as an object: only its id counts. */
export const existingRecord = z.lazy(() =>
  z.pipe(
    z.object({ id }),
    z.transform((given) => given.id),
  ),
);

/** Whether a value is an object with an `id`, which names an existing record. */
export function namesRecord(value: unknown): value is { readonly id: unknown } {
  return isObject(value) && 'id' in value && value.id !== null && value.id !== undefined;
}

/**
 * A record by its id or as an object. An object with an `id` names an existing record; one without is a new record.
 * Returns the id, or the new record.
 */
export function referenceOr<New extends z.ZodMiniType>(newRecord: New) {
  const union = z.union([id, existingRecord, newRecord]);
  // The value determines the alternative; only its faults are reported, and an `id` is never ignored.
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const meant = namesRecord(value) ? existingRecord : isObject(value) ? newRecord : id;
    return meant._zod.run(payload, context);
  };
  return union;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
