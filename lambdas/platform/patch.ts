import * as z from 'zod/mini';
import { id, readOnlyFields } from './fields.ts';
import { onlyIf, showAs } from './schemas/when.ts';

export type Shape = Readonly<Record<string, z.ZodMiniType>>;

const patches = new WeakSet<z.core.$ZodType>();

/** Whether a schema describes changes, in which null clears a field. */
export const isPatch = (schema: z.core.$ZodType): boolean => patches.has(schema);

function asPatch<S extends z.core.$ZodType>(schema: S): S {
  patches.add(schema);
  return schema;
}

/** A missing field stays unchanged, and null clears a field or resets it to its default. */
// @__NO_SIDE_EFFECTS__
export function patchOf(shape: () => Shape): z.ZodMiniType<Record<string, unknown>> {
  return z.lazy(() => {
    const fields = Object.entries(shape()).map(([name, schema]) => [name, patchField(schema)]);
    return asPatch(z.strictObject({ ...Object.fromEntries(fields), ...readOnlyFields }));
  });
}

/** Changes to an object within a record: a missing field stays unchanged. */
export function changesWithin(schema: z.core.$ZodType): z.ZodMiniType<Record<string, unknown>> {
  const object = withoutDefault(schema);
  if (!(object instanceof z.ZodMiniObject)) throw new Error('Only an object can be changed field by field.');
  const fields = Object.entries(object.def.shape).map(([name, field]) => [name, patchField(field)]);
  return asPatch(z.strictObject(Object.fromEntries(fields)));
}

/** The changes to records that are identified by their `id`. */
// @__NO_SIDE_EFFECTS__
export function namedPatchOf(shape: () => Shape): z.ZodMiniType<Record<string, unknown>> {
  return z.lazy(() => {
    const { user_id } = readOnlyFields;
    const fields = Object.entries(shape()).map(([name, schema]) => [name, patchField(schema)]);
    return asPatch(z.strictObject({ id, user_id, ...Object.fromEntries(fields) }));
  });
}

export function changesOf({ id: _, user_id: __, ...changes }: Readonly<Record<string, unknown>>) {
  return changes;
}

/** An optional field: null clears it if the field may be null, resets it to its default, or is refused. */
function patchField(schema: z.core.$ZodType) {
  const inner = withoutDefault(schema);
  const isDefault = schema instanceof z.ZodMiniDefault;
  if (z.safeParse(inner, null).success) return z.optional(isDefault ? z.nullable(inner) : inner);
  if (!isDefault) return z.optional(onlyIf((value) => value !== null, inner, NOT_CLEARABLE));
  const orDefault = z.transform((value: unknown) => (value === null ? schema.def.defaultValue : value));
  return z.optional(z.pipe(z.nullable(inner), orDefault));
}

/** Lets a schema check a value without changing it, so that it is stored as its user wrote it. */
export function asWritten<Input>(schema: z.ZodMiniType<unknown, Input>) {
  let written: Input;
  const note = z.custom<Input>((value: Input) => {
    written = value;
    return true;
  });
  return z.pipe(
    z.pipe(showAs(schema, note), schema),
    z.transform(() => written),
  );
}

const NOT_CLEARABLE = {
  type: 'not_clearable',
  message: 'This field cannot be cleared; send a value, or leave the field out to keep its value.',
} as const;

const withoutDefault = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema;
