import * as z from 'zod/mini';
import { id } from './fields.ts';

/** An existing record as an object: only its id counts. */
export const existingRecord = z.lazy(() =>
  z.pipe(
    z.object({ id }),
    z.transform((given) => given.id),
  ),
);

const reference = z.uuid('Must be the UUID of a record, or an object.').check(z.toLowerCase());

/** Whether a value is an object with an `id`, which names an existing record. */
export function namesRecord(value: unknown): value is { readonly id: unknown } {
  return isObject(value) && 'id' in value && value.id !== null && value.id !== undefined;
}

/** A record by id, by an object with an `id`, or a new one. Returns the id, or the new record. */
export function referenceOr<New extends z.ZodMiniType>(newRecord: New) {
  const union = z.union([id, existingRecord, newRecord]);
  // The value determines the alternative. Only the issues of that alternative are reported, and an `id` is never
  // ignored.
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const meant = namesRecord(value) ? existingRecord : isObject(value) ? newRecord : reference;
    return meant._zod.run(payload, context);
  };
  return union;
}

const uncheckedChanges = z.record(z.string(), z.unknown());

/** A record in an update: an existing one, or changes to the present one, whose schema depends on it. */
export function changeOr(
  changes: z.ZodMiniType<Record<string, unknown>>,
): z.ZodMiniType<string | Record<string, unknown>> {
  const union = z.union([id, existingRecord, changes]);
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const meant = namesRecord(value) ? existingRecord : isObject(value) ? uncheckedChanges : reference;
    return meant._zod.run(payload, context);
  };
  return union;
}

const namedChanges = z.looseObject({ id });

/** A record of a list in an update: an existing one, with changes to it, or a new one. */
export function changeInListOr(
  changes: z.ZodMiniType<Record<string, unknown>>,
  newRecord: z.ZodMiniType<Record<string, unknown>>,
): z.ZodMiniType<string | Record<string, unknown>> {
  const union = z.union([id, changes, newRecord]);
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const meant = namesRecord(value) ? namedChanges : isObject(value) ? uncheckedChanges : reference;
    return meant._zod.run(payload, context);
  };
  return union;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const deletion = z.lazy(() => z.object({ id, deleted: z.literal(true) }));
