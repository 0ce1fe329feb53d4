import { type Schema, validate } from '@cfworker/json-schema';
import { isObject } from '../../platform/parse-json.ts';
import { runWithin, TookTooLong } from '../../platform/run-within.ts';
import { type JsonSchema, KEYWORDS, referredSchema } from '../../platform/schemas/schema-graph.ts';

const MAX_TEXTS = 10;

/** Milliseconds that a check may take. Nearly all take less than 10, but the processor may be busy. */
const MAX_CHECK_MS = 1_000;

export class SchemaTooCostly extends Error {}

/** Why a value does not fit its schema, in words for a model. Patterns may take exponential time. */
export function schemaIssues(schema: JsonSchema, value: unknown, timeout = MAX_CHECK_MS): string[] {
  try {
    return runWithin(timeout, () => findIssues(schema, value));
  } catch (error) {
    if (!(error instanceof TookTooLong || error instanceof RangeError)) throw error;
    throw new SchemaTooCostly('Checking the value against its schema takes too long.', { cause: error });
  }
}

/** An issue is `#/days/0: `, where it is in the value, and what the validator says. */
function findIssues(schema: JsonSchema, value: unknown): string[] {
  const copy = copySchema(schema);
  const { valid, errors } = validate(value, copy.root, '2020-12', copy.referred, false);
  if (valid) return [];
  const texts = errors
    .filter(({ keyword, keywordLocation }) => isReported(keyword) && !IN_ALTERNATIVE.test(keywordLocation))
    .map(({ instanceLocation, error }) => `${decodeURIComponent(instanceLocation)}: ${error}`);
  return texts.length > 0
    ? [...new Set(texts)].slice(0, MAX_TEXTS)
    : ['The arguments do not fit their schema.'];
}

const IN_ALTERNATIVE = /\/(anyOf|oneOf|contains)\//;

/** Keywords with subschemas whose own issue says more than those of the subschemas. */
const INFORMATIVE = ['anyOf', 'oneOf', 'not', 'contains', 'additionalProperties', 'propertyNames'];

const isReported = (keyword: string) =>
  INFORMATIVE.includes(keyword) || (keyword !== '$ref' && !Object.hasOwn(KEYWORDS, keyword));

interface SchemaCopy {
  readonly root: Schema;
  readonly referred: Readonly<Record<string, Schema>>;
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Formats that take linear time. `url` takes exponential time, and `regex` compiles any input. */
const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
  ...['uri-template', 'uuid', 'json-pointer', 'relative-json-pointer'],
]);

/** Keywords that contain no schema, each with a check of the values that count. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => isText(value) || (isListOfTexts(value) && Array.isArray(value) && value.length > 0),
  enum: Array.isArray,
  const: () => true,
  required: isListOfTexts,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isListOfTexts),
  uniqueItems: (value) => value === true,
  pattern: isText,
  format: (value) => FORMATS.has(value),
  multipleOf: (value) => typeof value === 'number' && value > 0,
  ...Object.fromEntries(
    [
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems'],
      ...['maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
    ].map((keyword) => [keyword, isNumber]),
  ),
};

/** Copies what a validator may see: known keywords with values of the right type, no ids, and no missing references. */
function copySchema(root: Readonly<Record<string, unknown>>): SchemaCopy {
  const copier = new SchemaCopier(root);
  return { root: copier.copy(root), referred: copier.referred };
}

class SchemaCopier {
  readonly referred: Record<string, Schema> = Object.create(null);
  readonly #root: Readonly<Record<string, unknown>>;
  readonly #copies = new Map<unknown, Schema>();

  constructor(root: Readonly<Record<string, unknown>>) {
    this.#root = root;
  }

  copy(schema: unknown): Schema {
    if (!isObject(schema)) return schema === false ? { not: {} } : {};
    const existingCopy = this.#copies.get(schema);
    if (existingCopy) return existingCopy;
    const copy: Schema = {};
    this.#copies.set(schema, copy);
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$ref') this.#refer(copy, value);
      else if (Object.hasOwn(VALUES, keyword) && VALUES[keyword]?.(value)) copy[keyword] = value;
      else if (Object.hasOwn(KEYWORDS, keyword)) this.#hold(copy, keyword, value);
    }
    return copy;
  }

  #refer(copy: Schema, reference: unknown): void {
    if (typeof reference !== 'string' || !reference.startsWith('#')) return;
    const { target } = referredSchema(this.#root, reference);
    if (!isObject(target) && typeof target !== 'boolean') return;
    copy.$ref = reference;
    this.referred[reference] = this.copy(target);
  }

  #hold(copy: Schema, keyword: string, value: unknown): void {
    const { to, byName } = KEYWORDS[keyword] ?? {};
    if (to === 'none') return;
    if (byName && isObject(value)) {
      const named = Object.entries(value).filter(([name]) => name.isWellFormed());
      copy[keyword] = Object.fromEntries(named.map(([name, held]) => [name, this.#named(keyword, held)]));
    } else if (Array.isArray(value) && LISTS.has(keyword))
      copy[keyword] = value.map((held) => this.copy(held));
    else if ((isObject(value) || typeof value === 'boolean') && !byName && !NEEDS_LIST.has(keyword))
      copy[keyword] = this.copy(value);
  }

  /** `dependencies` maps property names where other keywords have a schema. */
  #named(keyword: string, held: unknown): unknown {
    return keyword === 'dependencies' && isListOfTexts(held) ? held : this.copy(held);
  }
}

const NEEDS_LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const LISTS: ReadonlySet<string> = new Set([...NEEDS_LIST, 'items']);
