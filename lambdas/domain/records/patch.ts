import * as z from 'zod/mini';
import { readOnlyFields } from '../fields.ts';

/** The fields of a record that an update may change. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The body of an update: a missing field stays unchanged; defaults apply to creation only. */
export function patchOf(shape: () => Shape): z.ZodMiniType<Record<string, unknown>> {
  return z.lazy(() => {
    const fields = Object.entries(shape()).map(([name, schema]) => [
      name,
      z.optional(withoutDefault(schema)),
    ]);
    return z.strictObject({ ...Object.fromEntries(fields), ...readOnlyFields });
  });
}

/** The changes of an update, without read-only fields. */
export function changesOf({ id: _, user_id: __, ...changes }: Readonly<Record<string, unknown>>) {
  return changes;
}

const withoutDefault = (schema: z.ZodMiniType) =>
  schema instanceof z.ZodMiniDefault ? schema._zod.def.innerType : schema;
