import * as z from 'zod/mini';
import { documentedSchema } from './when.ts';

type Schema = z.core.$ZodType;

const built = new WeakMap<z.ZodMiniLazy, Schema>();

/** The schema that a lazy one stands for: the same at each call. */
export function builtOnce(lazy: z.ZodMiniLazy): Schema {
  const known = built.get(lazy);
  if (known) return known;
  const schema = lazy.def.getter();
  built.set(lazy, schema);
  return schema;
}

type Wrapper = z.ZodMiniOptional | z.ZodMiniNullable | z.ZodMiniDefault;

/** Whether a schema accepts the values of another one, and also missing values or null. */
export const isWrapper = (schema: Schema): schema is Wrapper =>
  schema instanceof z.ZodMiniOptional ||
  schema instanceof z.ZodMiniNullable ||
  schema instanceof z.ZodMiniDefault;

/** The schemas of objects among what a schema takes. */
export function objectsOf(schema: Schema): readonly z.ZodMiniObject[] {
  if (schema instanceof z.ZodMiniLazy) return objectsOf(builtOnce(schema));
  if (schema instanceof z.ZodMiniObject) return [schema];
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion)
    return schema.def.options.flatMap(objectsOf);
  return isWrapper(schema) ? objectsOf(schema.def.innerType) : [];
}

/** Maps each alternative of a discriminated union; returns a lookup by a value's kind. */
export function byKind<T>({ def }: z.ZodMiniDiscriminatedUnion, make: (option: Schema) => T) {
  const discriminator = 'discriminator' in def ? String(def.discriminator) : '';
  const kinds = new Map<unknown, T>();
  for (const option of def.options) {
    const kind = objectsOf(option)[0]?.def.shape[discriminator];
    if (!(kind instanceof z.ZodMiniLiteral)) throw new Error('The kind in a union is not a literal.');
    const made = make(option);
    for (const value of kind.def.values) kinds.set(value, made);
  }
  return (value: Readonly<Record<string, unknown>>): T | undefined => kinds.get(value[discriminator]);
}

/** The schema behind the test of a pipe: see when.ts. */
export function testedBy({ def }: z.ZodMiniPipe): Schema | undefined {
  return def.in instanceof z.ZodMiniPipe ? testedBy(def.in) : documentedSchema(def.in);
}
