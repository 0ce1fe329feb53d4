import { faultOfPattern } from '../schemas/safe-pattern.ts';
import { isObject, type JsonSchema, referredSchema } from '../schemas/schema-graph.ts';

/** Levels of recursion to which a schema is checked. */
const MAX_DEPTH = 20;

/** Steps of a check. Schemas that are saved now need fewer; older ones are unbounded. */
const MAX_STEPS = 20_000;

/** Longest text in characters that is matched against a pattern. */
const MAX_MATCHED = 4_096;

/** A check against a schema takes too many steps. */
export class SchemaTooCostly extends Error {}

/**
 * The faults of a value under a JSON schema, in words for a language model; empty if it is valid. Keywords that are no
 * validation, formats, `if` and `patternProperties` are ignored. Throws SchemaTooCostly.
 */
export function schemaFaults(schema: JsonSchema, value: unknown): string[] {
  const budget = { steps: MAX_STEPS };
  return faultsOf(schema, value, { at: 'The arguments', root: schema, depth: 0, budget });
}

interface Place {
  /** The name of the value in a fault. */
  readonly at: string;
  readonly root: JsonSchema;
  readonly depth: number;
  /** Steps that are left. */
  readonly budget: { steps: number };
}

function spend({ budget }: Place, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0)
    throw new SchemaTooCostly('Checking a value against its schema takes too many steps.');
}

function faultsOf(given: unknown, value: unknown, place: Place): string[] {
  spend(place, 1);
  if (given === false) return [`${place.at} must not be given.`];
  if (!isObject(given) || place.depth > MAX_DEPTH) return [];
  const inner = { ...place, depth: place.depth + 1 };
  return [
    ...referredFaults(given, value, inner),
    ...typeFaults(given, value, place),
    ...valueFaults(given, value, place),
    ...alternativeFaults(given, value, inner),
    ...(typeof value === 'string' ? textFaults(given, value, place) : []),
    ...(typeof value === 'number' ? numberFaults(given, value, place) : []),
    ...(Array.isArray(value) ? itemFaults(given, value, inner) : []),
    ...(isObject(value) ? propertyFaults(given, value, inner) : []),
  ];
}

/** Resolves a reference within the schema, such as `#/$defs/Day`. */
function referredFaults({ $ref: reference }: JsonSchema, value: unknown, place: Place): string[] {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return [];
  return faultsOf(referredSchema(place.root, reference).target, value, place);
}

function typeFaults({ type }: JsonSchema, value: unknown, { at }: Place): string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  if (types.length === 0 || types.some((name) => isOfType(name, value))) return [];
  return [`${at} must be of type ${types.join(' or ')}.`];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

function valueFaults(schema: JsonSchema, value: unknown, place: Place): string[] {
  if (!Array.isArray(schema.enum) && !Object.hasOwn(schema, 'const')) return [];
  const { at } = place;
  const text = JSON.stringify(value);
  spend(place, text.length / 100 + (Array.isArray(schema.enum) ? schema.enum.length / 10 : 0));
  const is = (other: unknown) => JSON.stringify(other) === text;
  if (Array.isArray(schema.enum) && !schema.enum.some(is))
    return [`${at} must be one of ${JSON.stringify(schema.enum)}.`];
  return Object.hasOwn(schema, 'const') && !is(schema.const)
    ? [`${at} must be ${JSON.stringify(schema.const)}.`]
    : [];
}

function alternativeFaults(schema: JsonSchema, value: unknown, place: Place): string[] {
  const { allOf, anyOf, oneOf, not } = schema;
  const fitting = (schemas: readonly unknown[]) =>
    schemas.filter((one) => faultsOf(one, value, place).length === 0).length;
  const faults = Array.isArray(allOf) ? allOf.flatMap((one) => faultsOf(one, value, place)) : [];
  if (Array.isArray(anyOf) && fitting(anyOf) === 0)
    faults.push(`${place.at} must fit one of the alternatives.`);
  if (Array.isArray(oneOf) && fitting(oneOf) !== 1)
    faults.push(`${place.at} must fit exactly one of the alternatives.`);
  if (isObject(not) && fitting([not]) === 1) faults.push(`${place.at} must not be like that.`);
  return faults;
}

function textFaults({ minLength, maxLength, pattern }: JsonSchema, text: string, place: Place): string[] {
  const { at } = place;
  const faults: string[] = [];
  spend(place, text.length / 1_000);
  const { length } = [...text];
  if (typeof minLength === 'number' && length < minLength)
    faults.push(`${at} must have ${minLength} characters.`);
  if (typeof maxLength === 'number' && length > maxLength)
    faults.push(`${at} may have at most ${maxLength} characters.`);
  if (typeof pattern === 'string') {
    // A safe pattern needs at most the square of the text's length in steps.
    spend(place, Math.min(text.length, MAX_MATCHED) ** 2 / 5_000);
    if (!matches(pattern, text)) faults.push(`${at} must match ${pattern}.`);
  }
  return faults;
}

/** An invalid or unsafe pattern excludes nothing: only older schemas have one. */
function matches(pattern: string, text: string): boolean {
  if (faultOfPattern(pattern) !== undefined) return true;
  return text.length <= MAX_MATCHED && new RegExp(pattern, 'u').test(text);
}

function numberFaults(schema: JsonSchema, value: number, { at }: Place): string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema;
  const faults: string[] = [];
  if (typeof minimum === 'number' && value < minimum) faults.push(`${at} must be at least ${minimum}.`);
  if (typeof maximum === 'number' && value > maximum) faults.push(`${at} must be at most ${maximum}.`);
  if (typeof above === 'number' && value <= above) faults.push(`${at} must be greater than ${above}.`);
  if (typeof below === 'number' && value >= below) faults.push(`${at} must be less than ${below}.`);
  if (typeof step === 'number' && step > 0 && !Number.isInteger(value / step))
    faults.push(`${at} must be a multiple of ${step}.`);
  return faults;
}

function itemFaults({ items, minItems, maxItems }: JsonSchema, list: unknown[], place: Place): string[] {
  const { at } = place;
  const faults: string[] = [];
  if (typeof minItems === 'number' && list.length < minItems)
    faults.push(`${at} must have ${minItems} items.`);
  if (typeof maxItems === 'number' && list.length > maxItems)
    faults.push(`${at} may have at most ${maxItems} items.`);
  const ofItems = list.flatMap((item, index) =>
    faultsOf(items, item, { ...place, at: `Item ${index} of ${at}` }),
  );
  return [...faults, ...ofItems];
}

function propertyFaults(schema: JsonSchema, value: JsonSchema, place: Place): string[] {
  const { required, additionalProperties } = schema;
  if (Array.isArray(required)) spend(place, required.length / 10);
  const properties = isObject(schema.properties) ? schema.properties : {};
  const missing = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === 'string' && !Object.hasOwn(value, name),
  );
  const inner = Object.entries(value).flatMap(([name, field]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return faultsOf(own, field, { ...place, at: `"${name}"` });
  });
  return [...missing.map((name) => `"${name}" is required.`), ...inner];
}
