import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import { isObject } from '../../platform/parse-json.ts';
import { objectsOf } from '../../platform/schemas/schema-parts.ts';

interface Sides {
  readonly before: unknown;
  readonly after: unknown;
}

/** Names of changed fields; nested fields have dotted paths. */
export interface ChangedFields {
  /** Fields whose value was changed or cleared. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Fields of every record that say nothing about a change. */
const OWN = ['id', 'user_id'];

const MAX_NAMES = 100;

/** Names of changed fields, from the schema alone, so that none contains a user's text; null counts as no value. */
export function namesOfChangedFields(
  schema: z.core.$ZodType,
  sides: Sides,
  ignored: readonly string[] = [],
): ChangedFields {
  const changed = [...leavesOf([schema], sides, '')].filter(
    ({ name, before, after }) => ![...OWN, ...ignored].includes(name) && !isDeepStrictEqual(before, after),
  );
  const namesWith = (side: keyof Sides) =>
    changed.filter((leaf) => hasValue(leaf[side])).map(({ name }) => name);
  return {
    before: namesWith('before').slice(0, MAX_NAMES),
    after: namesWith('after').slice(0, MAX_NAMES),
  };
}

interface Leaf extends Sides {
  readonly name: string;
}

function* leavesOf(
  schemas: readonly z.core.$ZodType[],
  { before, after }: Sides,
  name: string,
): Generator<Leaf> {
  const fields = fieldsOf(schemas);
  if (fields.size === 0 || [before, after].some((value) => hasValue(value) && !isObject(value))) {
    yield { name, before: before ?? undefined, after: after ?? undefined };
    return;
  }
  for (const [field, alternatives] of fields) {
    const sides = { before: fieldOf(before, field), after: fieldOf(after, field) };
    yield* leavesOf(alternatives, sides, name === '' ? field : `${name}.${field}`);
  }
}

function fieldsOf(schemas: readonly z.core.$ZodType[]): ReadonlyMap<string, readonly z.core.$ZodType[]> {
  const fields = new Map<string, readonly z.core.$ZodType[]>();
  for (const object of schemas.flatMap(objectsOf)) {
    for (const [name, schema] of Object.entries(object.def.shape))
      fields.set(name, [...(fields.get(name) ?? []), schema]);
  }
  return fields;
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
