import type { OutputUnit, Schema } from '@cfworker/json-schema';
import type { SchemaCopy } from './schema-copy.ts';
import { isObject, KEYWORDS } from './schema-graph.ts';

/** Keywords of alternatives, whose own faults are not reported: the reported fault is that no alternative fits. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'contains']);

/** A place in a schema where a fault was found. */
interface Place {
  readonly schema: Schema;
  readonly keywords: readonly string[];
}

/** Describes for a language model what a validator found in a value. Omits faults that follow from others. */
export class FaultTexts {
  readonly #copy: SchemaCopy;
  readonly #value: unknown;
  readonly #places = new Map<string, Place>();

  constructor(copy: SchemaCopy, value: unknown) {
    this.#copy = copy;
    this.#value = value;
  }

  of({ keyword, keywordLocation, instanceLocation }: OutputUnit): string[] {
    const { schema, keywords } = this.#places.get(keywordLocation) ?? placeOf(keywordLocation, this.#copy);
    this.#places.set(keywordLocation, { schema, keywords });
    if (keywords.some((each) => ALTERNATIVES.has(each))) return [];
    const { at, found } = partOf(this.#value, instanceLocation);
    return textsOf(keyword, {
      schema,
      at: keywords.includes('propertyNames') ? `The name ${at}` : at,
      found,
    });
  }
}

function textsOf(
  keyword: string,
  { schema, at, found }: { readonly schema: Schema; readonly at: string; readonly found: unknown },
): string[] {
  if (keyword === 'required') return missing(schema.required, found).map((name) => `"${name}" is required.`);
  if (keyword === 'dependentRequired' || keyword === 'dependencies')
    return Object.entries(schema[keyword] ?? {}).flatMap(([given, needed]) =>
      Array.isArray(needed) && has(found, given)
        ? missing(needed, found).map((name) => `"${name}" is required along with "${given}".`)
        : [],
    );
  const text = TEXTS[keyword]?.(schema);
  return text === undefined ? [] : [`${at} ${text}.`];
}

/**
 * The descriptions of faults, by the keyword that the value does not match. Keywords without a text apply schemas,
 * which have faults of their own.
 */
const TEXTS: Readonly<Record<string, (schema: Schema) => string>> = {
  type: ({ type }) => `must be of type ${[type].flat().join(' or ')}`,
  enum: ({ enum: allowed }) => `must be one of ${JSON.stringify(allowed)}`,
  const: ({ const: only }) => `must be ${JSON.stringify(only)}`,
  not: ({ not }) =>
    isObject(not) && Object.keys(not).length === 0 ? 'must not be given' : 'must not be like that',
  anyOf: () => 'must fit one of the alternatives',
  oneOf: () => 'must fit exactly one of the alternatives',
  minLength: ({ minLength }) => `must have ${minLength} characters`,
  maxLength: ({ maxLength }) => `may have at most ${maxLength} characters`,
  pattern: ({ pattern }) => `must match ${pattern}`,
  format: ({ format }) => `must be a valid ${format}`,
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  maximum: ({ maximum }) => `must be at most ${maximum}`,
  exclusiveMinimum: ({ exclusiveMinimum }) => `must be greater than ${exclusiveMinimum}`,
  exclusiveMaximum: ({ exclusiveMaximum }) => `must be less than ${exclusiveMaximum}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minItems: ({ minItems }) => `must have ${minItems} items`,
  maxItems: ({ maxItems }) => `may have at most ${maxItems} items`,
  uniqueItems: () => 'must not have the same item twice',
  contains: ({ contains }) => `must have an item that fits ${JSON.stringify(contains)}`,
  minContains: ({ minContains }) => `must have at least ${minContains} items of a kind`,
  maxContains: ({ maxContains }) => `may have at most ${maxContains} items of a kind`,
  minProperties: ({ minProperties }) => `must have at least ${minProperties} properties`,
  maxProperties: ({ maxProperties }) => `may have at most ${maxProperties} properties`,
};

const has = (value: unknown, name: string) => isObject(value) && Object.hasOwn(value, name);
const missing = (names: readonly string[] = [], value: unknown) => names.filter((name) => !has(value, name));

/** Follows a location such as `#/properties/day/$ref/type` to the schema that has the keyword. */
function placeOf(location: string, { root, referred }: SchemaCopy): Place {
  const keys = keysOf(location).slice(0, -1);
  const keywords: string[] = [];
  let schema: Schema = root;
  for (let index = 0; index < keys.length; index++) {
    const keyword = keys[index] ?? '';
    keywords.push(keyword);
    const held: unknown = keyword === '$ref' ? referred[schema.$ref ?? ''] : schema[keyword];
    const isHolder = Array.isArray(held) || KEYWORDS[keyword]?.byName === true;
    const next = isHolder ? entryOf(held, keys[++index] ?? '') : held;
    if (!isObject(next)) return { schema: {}, keywords };
    schema = next;
  }
  return { schema, keywords };
}

/** The part of a value to which a location such as `#/days/0` leads, and its name. */
function partOf(value: unknown, location: string): { readonly at: string; readonly found: unknown } {
  let at = 'The arguments';
  let found = value;
  for (const key of keysOf(location)) {
    at = Array.isArray(found) ? `Item ${key} of ${at}` : `"${key}"`;
    found = entryOf(found, key);
  }
  return { at, found };
}

const keysOf = (location: string) =>
  location
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));

const entryOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
