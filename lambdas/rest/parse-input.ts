import type * as z from 'zod/mini';
import { withoutNulls } from '../domain/without-nulls.ts';

/** Parses JSON of a client, in which null may stand for an optional field that is not set: see without-nulls.ts. */
export function parseInput<S extends z.ZodMiniType>(schema: S, json: unknown) {
  return schema.safeParse(withoutNulls(schema, json), { reportInput: true });
}
