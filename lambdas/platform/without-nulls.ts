import * as z from 'zod/mini';
import { isObject } from './parse-json.ts';
import { isPatch } from './patch.ts';
import { builtOnce, byKind, isWrapper, testedBy } from './schemas/schema-parts.ts';

type Cleaner = (value: unknown) => unknown;

/** Drops nulls of optional fields that don't accept them: many typed clients send them. In patches, null clears a field. */
export function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  return cleanerOf(schema)(value);
}

/** The optional fields of an object that don't accept null: null means that they are not set. */
export function fieldsUnsetByNull(schema: z.core.$ZodType): readonly string[] {
  if (!(schema instanceof z.ZodMiniObject) || isPatch(schema)) return [];
  const fields = Object.entries(schema.def.shape);
  return fields.filter(([, field]) => isOptional(field) && !takesNull(field)).map(([name]) => name);
}

const isOptional = (field: z.core.$ZodType) => z.safeParse(field, undefined).success;

const takesNull = (field: z.core.$ZodType) => z.safeParse(field, null).success;

const cleaners = new WeakMap<z.core.$ZodType, Cleaner>();

function cleanerOf(schema: z.core.$ZodType): Cleaner {
  const cachedCleaner = cleaners.get(schema);
  if (cachedCleaner) return cachedCleaner;
  const cleaner = makeCleaner(schema);
  cleaners.set(schema, cleaner);
  return cleaner;
}

const same: Cleaner = (value) => value;

function makeCleaner(schema: z.core.$ZodType): Cleaner {
  if (schema instanceof z.ZodMiniLazy) return cleanerOf(builtOnce(schema));
  if (schema instanceof z.ZodMiniObject) return objectCleaner(schema);
  if (schema instanceof z.ZodMiniArray) return arrayCleaner(schema);
  if (schema instanceof z.ZodMiniRecord) return recordCleaner(schema);
  if (schema instanceof z.ZodMiniDiscriminatedUnion) return kindCleaner(schema);
  if (schema instanceof z.ZodMiniUnion) return unionCleaner(schema);
  if (schema instanceof z.ZodMiniPipe) return cleanerOf(testedBy(schema) ?? schema.def.in);
  if (isWrapper(schema)) return cleanerOf(schema.def.innerType);
  return same;
}

function objectCleaner(schema: z.ZodMiniObject): Cleaner {
  const unset = new Set(fieldsUnsetByNull(schema));
  const { catchall } = schema.def;
  const unsetsOthers = catchall && !(catchall instanceof z.ZodMiniNever) && !takesNull(catchall);
  const isUnset = (name: string) => (fields.has(name) ? unset.has(name) : unsetsOthers);
  const fields = new Map(Object.entries(schema.def.shape).map(([name, field]) => [name, cleanerOf(field)]));
  return (value) => {
    if (!isObject(value)) return value;
    const given = Object.entries(value).filter(([name, inner]) => inner !== null || !isUnset(name));
    return Object.fromEntries(given.map(([name, inner]) => [name, (fields.get(name) ?? same)(inner)]));
  };
}

function arrayCleaner({ def }: z.ZodMiniArray): Cleaner {
  const clean = cleanerOf(def.element);
  return (value) => (Array.isArray(value) ? value.map(clean) : value);
}

function recordCleaner({ def }: z.ZodMiniRecord): Cleaner {
  const clean = cleanerOf(def.valueType);
  return (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]))
      : value;
}

/** Cleans by the kind of a discriminated union; leaves an unknown kind to validation. */
function kindCleaner(schema: z.ZodMiniDiscriminatedUnion): Cleaner {
  const cleanerFor = byKind(schema, cleanerOf);
  return (value) => (isObject(value) ? (cleanerFor(value) ?? same)(value) : value);
}

/** Cleans objects by the only alternative that is for objects; if there are several, they are left as they are. */
function unionCleaner(schema: z.ZodMiniUnion): Cleaner {
  const [first, ...others] = objectAlternatives(schema);
  if (!first || others.length > 0) return same;
  const clean = cleanerOf(first);
  return (value) => (isObject(value) ? clean(value) : value);
}

function objectAlternatives(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodMiniLazy) return objectAlternatives(builtOnce(schema));
  if (schema instanceof z.ZodMiniDiscriminatedUnion || schema instanceof z.ZodMiniObject) return [schema];
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(objectAlternatives);
  const inner = schema instanceof z.ZodMiniPipe && testedBy(schema);
  return inner ? objectAlternatives(inner) : [];
}
