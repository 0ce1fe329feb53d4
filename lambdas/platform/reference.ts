import * as z from 'zod/mini';
import { id } from './fields.ts';
import { showAs, when } from './schemas/when.ts';

/** An existing record as an object: only its id counts. */
export const existingRecord = z.lazy(() =>
  z.pipe(
    z.object({ id }),
    z.transform((given) => given.id),
  ),
);

const reference = when(
  (value) => !isObject(value),
  showAs(id, z.uuid('Must be the UUID of a record, or an object.').check(z.toLowerCase())),
);

/** Whether a value is an object with an `id`, which names an existing record. */
export function namesRecord(value: unknown): value is { readonly id: unknown } {
  return isObject(value) && 'id' in value && value.id !== null && value.id !== undefined;
}

const namesNone = (value: unknown) => isObject(value) && !namesRecord(value);

/** A record by id, by an object with an `id`, or a new one. Returns the id, or the new record. An `id` is never ignored. */
export const referenceOr = <New>(newRecord: z.ZodMiniType<New>) =>
  z.union([reference, when(namesRecord, existingRecord), when(namesNone, newRecord)]);

type Changes = z.ZodMiniType<Record<string, unknown>>;

/** Changes whose schema depends on the record: the update of that record checks them. */
const uncheckedChanges = (schema: z.ZodMiniType) => showAs(schema, z.record(z.string(), z.unknown()));

/** A record in an update: an existing one, or changes to the present one, whose schema depends on it. */
export const changeOr = (changes: Changes): z.ZodMiniType<string | Record<string, unknown>> =>
  z.union([reference, when(namesRecord, existingRecord), when(namesNone, uncheckedChanges(changes))]);

const namedChanges = (schema: z.ZodMiniType) => showAs(schema, z.looseObject({ id }));

/** A record of a list in an update: an existing one, with changes to it, or a new one. */
export const changeInListOr = (
  changes: Changes,
  newRecord: Changes,
): z.ZodMiniType<string | Record<string, unknown>> =>
  z.union([
    reference,
    when(namesRecord, namedChanges(changes)),
    when(namesNone, uncheckedChanges(newRecord)),
  ]);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const deletion = z.lazy(() => z.object({ id, deleted: z.literal(true) }));
