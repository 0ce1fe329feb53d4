import * as z from 'zod/mini';
import { id } from '../fields.ts';

/** A record that there is already, as an object: only its id counts. */
export const existingRecord = z.lazy(() =>
  z.pipe(
    z.object({ id }),
    z.transform((given) => given.id),
  ),
);

/** Whether a value names a record that there is already, as an object with an `id`; without one it is a new record. */
export function namesRecord(value: unknown): value is { readonly id: unknown } {
  return isObject(value) && 'id' in value && value.id !== null && value.id !== undefined;
}

/**
 * A record by its id, or as an object: with an `id` it names the record that has it, and without one it is a new record.
 * Gives the id, or what the new record is to be.
 */
export function referenceOr<New extends z.ZodMiniType>(newRecord: New) {
  const union = z.union([id, existingRecord, newRecord]);
  // The value tells which of the three is meant; so the faults are those of that one, and an `id` is never passed over.
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const meant = namesRecord(value) ? existingRecord : isObject(value) ? newRecord : id;
    return meant._zod.run(payload, context);
  };
  return union;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
