import * as z from 'zod/mini';
import { readOnlyFields } from '../fields.ts';

/** The fields of a record that an update may change, by name. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** What an update sends: each field may be left out, and is then unchanged; a default is for creating only. */
export function patchOf(shape: () => Shape): z.ZodMiniType<Record<string, unknown>> {
  return z.lazy(() => {
    const fields = Object.entries(shape()).map(([name, schema]) => [
      name,
      z.optional(withoutDefault(schema)),
    ]);
    return z.strictObject({ ...Object.fromEntries(fields), ...readOnlyFields });
  });
}

/** What an update changes, without the read-only fields that may have been sent back. */
export function changesOf({ id: _, user_id: __, ...changes }: Readonly<Record<string, unknown>>) {
  return changes;
}

const withoutDefault = (schema: z.ZodMiniType) =>
  schema instanceof z.ZodMiniDefault ? schema._zod.def.innerType : schema;
