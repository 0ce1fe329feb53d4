import fc from 'fast-check';
import { resolved, type Schema } from './document.ts';
import { placeOfField, referredGroup } from './record-pool.ts';

/** Values that a schema allows for a field; references are placeholders for ids. */
export function valuesOf(schema: Schema, field: string): fc.Arbitrary<unknown> {
  const whole = resolved(schema);
  const types = Array.isArray(whole.type)
    ? whole.type.map((type): Schema => ({ ...whole, type }))
    : undefined;
  const alternatives = whole.anyOf ?? whole.oneOf ?? types;
  if (alternatives) return fc.oneof(...alternatives.map((each) => valuesOf(each, field)));
  if (whole.const !== undefined) return fc.constant(whole.const);
  if (whole.enum) return fc.constantFrom(...whole.enum);
  switch (whole.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: whole.minimum ?? -1_000_000, max: whole.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ ...boundsOf(whole), noNaN: true, noDefaultInfinity: true });
    case 'string':
      return textsOf(whole, field);
    case 'array':
      return fc.array(valuesOf(whole.items ?? {}, field), {
        minLength: whole.minItems ?? 0,
        maxLength: Math.min(whole.maxItems ?? 3, 3),
      });
    case 'object':
      return objectsOf(whole, field);
    default:
      return freeForm;
  }
}

/** Any JSON, except numbers and keys that the document excludes. */
const freeForm = fc.jsonValue({ maxDepth: 2 }).map(asKept);

function asKept(value: unknown): unknown {
  if (typeof value === 'number')
    return Math.abs(value) > 2 ** 53 - 1 ? 1 : Math.abs(value) < 1e-130 ? 0 : value;
  if (Array.isArray(value)) return value.map(asKept);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== '' && key !== '__proto__');
  return Object.fromEntries(kept.map(([key, inner]) => [key, asKept(inner)]));
}

function boundsOf({ minimum, maximum }: Schema) {
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}

const DIGITS = /\+[1-9]\d{6,14}/;

function textsOf(
  { format, pattern, minLength = 0, maxLength = 1000 }: Schema,
  field: string,
): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return idsOf(field);
    case 'e164':
      return fc.stringMatching(new RegExp(`^${DIGITS.source}$`));
    case 'uri':
      return fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true });
    case 'date-time':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100') })
        .map((date) => date.toISOString());
    default:
      if (pattern !== undefined)
        return fc
          .stringMatching(new RegExp(pattern))
          .filter(({ length }) => length >= minLength && length <= maxLength);
      return fc
        .oneof(
          { weight: 4, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) }) },
          {
            weight: 2,
            arbitrary: fc.string({
              minLength,
              maxLength: Math.min(maxLength, minLength + 20),
              unit: 'binary',
            }),
          },
          { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), 'ä'.repeat(maxLength)) },
        )
        .filter((text) => text.length <= maxLength);
  }
}

function idsOf(field: string): fc.Arbitrary<string> {
  const group = referredGroup(field);
  if (group === undefined) throw new Error(`It is not known which records the field ${field} refers to.`);
  return fc.nat(30).map((number) => placeOfField(group, field, number));
}

function objectsOf(schema: Schema, field: string): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  // A record may be sent back with its own id and owner, which are ignored; the id of a reference is required.
  const named = Object.entries(properties).filter(([name]) => !isOwn(name) || required.includes(name));
  const fields = Object.fromEntries(
    named.map(([name, each]) => [name, valuesOf(each, isOwn(name) ? field : name)]),
  );
  const known = fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
  if (typeof additionalProperties !== 'object') return known;
  const keys = textsOf(schema.propertyNames ?? {}, '').filter((key) => !Object.hasOwn(properties, key));
  const others = fc.dictionary(keys, valuesOf(additionalProperties, ''), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.tuple(known, others).map(([named, free]) => ({ ...free, ...named }));
}

const isOwn = (name: string) => name === 'id' || name === 'user_id';
