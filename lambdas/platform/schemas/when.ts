import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

const shown = new WeakMap<Schema, Schema>();

/** Lets the document show another schema in place of one. */
export function showAs<S extends Schema>(other: Schema, schema: S): S {
  shown.set(schema, other);
  return schema;
}

/** The schema that the document shows instead of this one, if any. */
export const documentedSchema = (schema: Schema) => shown.get(schema);

/** A schema for values that pass a test first; others get one issue, with this type and message. */
// @__NO_SIDE_EFFECTS__
export const onlyIf = <Output>(
  passes: (value: unknown) => boolean,
  schema: z.core.$ZodType<Output>,
  { type, message }: { readonly type: string; readonly message?: string },
) => {
  const test = z.custom<unknown>(passes, { params: { type }, ...(message && { error: message }) });
  return z.pipe(showAs(schema, test), schema);
};

/** The issue of an alternative for other values. */
export const NOT_MEANT = 'not_meant';

/** An alternative of a union for the values that pass a test: only that alternative reports issues. */
// @__NO_SIDE_EFFECTS__
export const when = <Output>(isMeant: (value: unknown) => boolean, schema: z.core.$ZodType<Output>) =>
  onlyIf(isMeant, schema, { type: NOT_MEANT });
