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
export const referenceOr = <New extends z.ZodMiniType>(newRecord: New) =>
  choosing(z.union([id, existingRecord, newRecord]), { named: existingRecord, other: newRecord });

type Changes = z.ZodMiniType<Record<string, unknown>>;

const uncheckedChanges = z.record(z.string(), z.unknown());

/** A record in an update: an existing one, or changes to the present one, whose schema depends on it. */
export const changeOr = (changes: Changes): z.ZodMiniType<string | Record<string, unknown>> =>
  choosing(z.union([id, existingRecord, changes]), { named: existingRecord, other: uncheckedChanges });

const namedChanges = z.looseObject({ id });

/** A record of a list in an update: an existing one, with changes to it, or a new one. */
export const changeInListOr = (
  changes: Changes,
  newRecord: Changes,
): z.ZodMiniType<string | Record<string, unknown>> =>
  choosing(z.union([id, changes, newRecord]), { named: namedChanges, other: uncheckedChanges });

/**
 * The value determines the alternative: an object with an `id`, another object, or an id. Only the issues of that
 * alternative are reported, and an `id` is never ignored.
 */
function choosing<Union extends z.ZodMiniType>(
  union: Union,
  { named, other }: { readonly named: z.ZodMiniType; readonly other: z.ZodMiniType },
): Union {
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const meant = namesRecord(value) ? named : isObject(value) ? other : reference;
    return meant._zod.run(payload, context);
  };
  return union;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const deletion = z.lazy(() => z.object({ id, deleted: z.literal(true) }));
