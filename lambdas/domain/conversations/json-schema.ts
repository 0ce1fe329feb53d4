/** A JSON schema (any draft from 6 on) as a user gives it. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema that refers to itself is followed so deep, and no deeper. */
const MAX_DEPTH = 20;

/**
 * Where and why a value does not fit a JSON schema, in words for a language model; empty when it fits. Keywords that are
 * not of validation, formats, and `if`, `patternProperties` and the like are not looked at.
 */
export function schemaFaults(schema: JsonSchema, value: unknown): string[] {
  return faultsOf(schema, value, { at: 'The arguments', root: schema, depth: 0 });
}

interface Place {
  /** How the value is called in a fault. */
  readonly at: string;
  readonly root: JsonSchema;
  readonly depth: number;
}

function faultsOf(given: unknown, value: unknown, place: Place): string[] {
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

/** Follows a reference within the schema, such as `#/$defs/Day`. */
function referredFaults({ $ref: reference }: JsonSchema, value: unknown, place: Place): string[] {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return [];
  const keys = reference.split('/').slice(1);
  const target = keys.reduce<unknown>((found, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }, place.root);
  return faultsOf(target, value, place);
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

function valueFaults(schema: JsonSchema, value: unknown, { at }: Place): string[] {
  const is = (other: unknown) => JSON.stringify(other) === JSON.stringify(value);
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

function textFaults({ minLength, maxLength, pattern }: JsonSchema, text: string, { at }: Place): string[] {
  const faults: string[] = [];
  const { length } = [...text];
  if (typeof minLength === 'number' && length < minLength)
    faults.push(`${at} must have ${minLength} characters.`);
  if (typeof maxLength === 'number' && length > maxLength)
    faults.push(`${at} may have at most ${maxLength} characters.`);
  if (typeof pattern === 'string' && !matches(pattern, text)) faults.push(`${at} must match ${pattern}.`);
  return faults;
}

/** A pattern that is none excludes nothing. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
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

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
