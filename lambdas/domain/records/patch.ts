import * as z from 'zod/mini';
import { readOnlyFields } from '../fields.ts';

/** The fields of a record that an update may change. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;

const patches = new WeakSet<z.core.$ZodType>();

/** Whether a schema is that of changes, in which null clears a field. */
export const isPatch = (schema: z.core.$ZodType): boolean => patches.has(schema);

/**
 * The body of an update: a missing field stays unchanged, and null clears a field that may be null; defaults apply to
 * creation only.
 */
export function patchOf(shape: () => Shape): z.ZodMiniType<Record<string, unknown>> {
  return z.lazy(() => {
    const fields = Object.entries(shape()).map(([name, schema]) => [name, patchField(schema)]);
    const patch = z.strictObject({ ...Object.fromEntries(fields), ...readOnlyFields });
    patches.add(patch);
    return patch;
  });
}

/** The changes of an update, without read-only fields. */
export function changesOf({ id: _, user_id: __, ...changes }: Readonly<Record<string, unknown>>) {
  return changes;
}

/** An optional field, which null clears or does not suit. */
function patchField(schema: z.ZodMiniType) {
  const field = z.optional(withoutDefault(schema));
  if (z.safeParse(field, null).success) return field;
  const { run } = field._zod;
  field._zod.run = (payload, context) => {
    if (payload.value !== null) return run(payload, context);
    payload.issues.push({ ...NOT_CLEARABLE, input: null });
    return payload;
  };
  return field;
}

const NOT_CLEARABLE = {
  code: 'custom',
  params: { type: 'not_clearable' },
  message: 'This field cannot be cleared; send a value, or leave it out to keep the one that it has.',
} as const;

const withoutDefault = (schema: z.ZodMiniType) =>
  schema instanceof z.ZodMiniDefault ? schema._zod.def.innerType : schema;
