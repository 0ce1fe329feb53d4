import fc from 'fast-check';
import { resolved, type Schema } from './document.ts';

/** Values that a schema of the document allows. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const whole = resolved(schema);
  const types = Array.isArray(whole.type)
    ? whole.type.map((type): Schema => ({ ...whole, type }))
    : undefined;
  const alternatives = whole.anyOf ?? whole.oneOf ?? types;
  if (alternatives) return fc.oneof(...alternatives.map(valuesOf));
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
      return fc.double({ min: whole.minimum ?? 0, max: whole.maximum ?? 1, noNaN: true });
    case 'string':
      return textsOf(whole);
    case 'array':
      return fc.array(valuesOf(whole.items ?? {}), {
        minLength: whole.minItems ?? 0,
        maxLength: Math.min(whole.maxItems ?? 3, 3),
      });
    case 'object':
      return objectsOf(whole);
    default:
      return fc.constantFrom('any', 7, true, null, ['any'], { any: 7 });
  }
}

/** By the part of a schema that bounds texts: fast-check takes long to make them. */
const made = new Map<string, fc.Arbitrary<string>>();

function textsOf(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const key = JSON.stringify([format, pattern, minLength, maxLength]);
  const texts = made.get(key) ?? newTextsOf(schema);
  made.set(key, texts);
  return texts;
}

function newTextsOf({ format, pattern, minLength = 0, maxLength = 1000 }: Schema): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'e164':
      return fc.stringMatching(/^\+[1-9]\d{6,14}$/);
    case 'uri':
      return fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true });
    case 'date-time':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100') })
        .map((date) => date.toISOString());
    default: {
      const texts =
        pattern === undefined
          ? fc.oneof(
              fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20), unit: 'binary' }),
              fc.constantFrom('x'.repeat(maxLength), 'ä'.repeat(maxLength)),
            )
          : fc.stringMatching(new RegExp(pattern));
      return texts.filter(({ length }) => length >= minLength && length <= maxLength);
    }
  }
}

function objectsOf(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each)]));
  const known = fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
  if (typeof additionalProperties !== 'object') return known;
  const keys = textsOf(schema.propertyNames ?? {}).filter((key) => !Object.hasOwn(properties, key));
  const others = fc.dictionary(keys, valuesOf(additionalProperties), { maxKeys: 3, noNullPrototype: true });
  return fc.tuple(known, others).map(([named, free]) => ({ ...free, ...named }));
}
