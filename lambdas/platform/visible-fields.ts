import * as z from 'zod/mini';
import { REDACTED } from './fields.ts';
import { isObject } from './parse-json.ts';
import { builtOnce, byKind, isWrapper } from './schemas/schema-parts.ts';

type MayRead = (group: string, isFormer: boolean) => boolean;

type Picker = (value: unknown, mayRead: MayRead) => unknown;

const readsAll: MayRead = () => true;

const secrets = new WeakMap<z.core.$ZodType, { readonly group: string; readonly isFormer: boolean }>();

/** Marks the schema of a secret text, visible to readers of this group of records and, unless old, to its creator. */
export function secretOf<S extends z.ZodMiniType<string>>(group: string, schema: S, isFormer = false): S {
  secrets.set(schema, { group, isFormer });
  return schema;
}

/**
 * Copies the fields that a schema names, at every depth, and drops all others: answers are built from an allow-list. It
 * validates nothing else. Objects with free keys (`z.record` of unknown values) are copied whole. Throws if the value
 * has an object where the schema has none. Secrets of groups that the reader may not read are redacted.
 */
export function visibleFields<S extends z.ZodMiniType>(
  schema: S,
  value: z.output<S>,
  mayRead?: MayRead,
): z.output<S>;
export function visibleFields(
  schema: z.ZodMiniType,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown>;
export function visibleFields(schema: z.ZodMiniType, value: unknown, mayRead: MayRead = readsAll): unknown {
  return pickerOf(schema)(value, mayRead);
}

const pickers = new WeakMap<z.core.$ZodType, Picker>();

/** Throws if a part of the schema has unknown fields. */
export function pickerOf(schema: z.core.$ZodType): Picker {
  const cachedPicker = pickers.get(schema);
  if (cachedPicker) return cachedPicker;
  const picker = makePicker(schema);
  pickers.set(schema, picker);
  return picker;
}

function makePicker(schema: z.core.$ZodType): Picker {
  if (schema instanceof z.ZodMiniLazy) return pickerOf(builtOnce(schema));
  if (schema instanceof z.ZodMiniObject) return objectPicker(schema);
  if (schema instanceof z.ZodMiniArray) return arrayPicker(schema);
  if (schema instanceof z.ZodMiniRecord) return recordPicker(schema);
  if (schema instanceof z.ZodMiniDiscriminatedUnion) return kindPicker(schema);
  if (schema instanceof z.ZodMiniUnion) return unionPicker(schema);
  if (schema instanceof z.ZodMiniUnknown) return (value) => value;
  if (isWrapper(schema)) return optionalPicker(pickerOf(schema.def.innerType));
  const secret = secrets.get(schema);
  if (secret) return (value, mayRead) => (mayRead(secret.group, secret.isFormer) ? scalar(value) : REDACTED);
  if (isScalar(schema)) return scalar;
  throw new Error('A schema does not say which fields it has.');
}

const SCALARS: ReadonlySet<string> = new Set<z.core.$ZodTypeDef['type']>([
  'string',
  'number',
  'int',
  'boolean',
  'literal',
  'enum',
  'null',
  'undefined',
]);

const isScalar = (schema: z.core.$ZodType) => schema instanceof z.ZodMiniType && SCALARS.has(schema.def.type);

function scalar(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) throw new SchemaMismatch();
  return value;
}

const optionalPicker =
  (inner: Picker): Picker =>
  (value, mayRead) =>
    value === undefined || value === null ? value : inner(value, mayRead);

function objectPicker({ def }: z.ZodMiniObject): Picker {
  const fields = Object.entries(def.shape).map(([name, field]) => [name, pickerOf(field)] as const);
  return (value, mayRead) => {
    const given = objectOf(value);
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of fields)
      if (given[name] !== undefined) picked[name] = pick(given[name], mayRead);
    return picked;
  };
}

function arrayPicker({ def }: z.ZodMiniArray): Picker {
  const pick = pickerOf(def.element);
  return (value, mayRead) => {
    if (!Array.isArray(value)) throw new SchemaMismatch();
    return value.map((item) => pick(item, mayRead));
  };
}

function recordPicker({ def }: z.ZodMiniRecord): Picker {
  const pick = pickerOf(def.valueType);
  return (value, mayRead) =>
    Object.fromEntries(Object.entries(objectOf(value)).map(([name, inner]) => [name, pick(inner, mayRead)]));
}

function kindPicker(schema: z.ZodMiniDiscriminatedUnion): Picker {
  const pickerFor = byKind(schema, pickerOf);
  return (value, mayRead) => {
    const pick = pickerFor(objectOf(value));
    if (!pick) throw new SchemaMismatch();
    return pick(value, mayRead);
  };
}

/** The list alternative for a list; else the first that accepts the whole value, or has its form if none does. */
function unionPicker({ def }: z.ZodMiniUnion): Picker {
  if (def.options.every(isScalar)) return scalar;
  const options = def.options.map((option) => ({ option, isList: isList(option), pick: pickerOf(option) }));
  return (value, mayRead) => {
    const [first, ...others] = options.filter((each) => each.isList === Array.isArray(value));
    if (!first) throw new SchemaMismatch();
    if (others.length === 0) return first.pick(value, mayRead);
    const formed = [first, ...others].flatMap(({ option, pick }) => {
      const whole = pickedOrNothing(() => pick(value, readsAll));
      return whole === undefined ? [] : [{ option, pick, whole }];
    });
    const fitting = formed.find(({ option, whole }) => z.safeParse(option, whole).success) ?? formed[0];
    if (!fitting) throw new SchemaMismatch();
    return mayRead === readsAll ? fitting.whole : fitting.pick(value, mayRead);
  };
}

function pickedOrNothing(pick: () => unknown): unknown {
  try {
    return pick();
  } catch (error) {
    if (error instanceof SchemaMismatch) return undefined;
    throw error;
  }
}

const isList = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodMiniLazy ? isList(builtOnce(schema)) : schema instanceof z.ZodMiniArray;

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new SchemaMismatch();
  return value;
}

/** The value does not match its schema: text for an object, an object for text, or an unknown kind. */
class SchemaMismatch extends Error {
  constructor() {
    super('The value does not match its schema.');
  }
}
