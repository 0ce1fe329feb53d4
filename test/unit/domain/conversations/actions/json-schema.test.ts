import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SchemaTooCostly,
  schemaFaults,
} from '../../../../../lambdas/domain/conversations/actions/json-schema.ts';

const schemas: Record<string, unknown>[] = [
  { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 0, maximum: 3 } } },
  {
    properties: { a: { type: ['string', 'null'], minLength: 2, maxLength: 3 } },
    additionalProperties: false,
  },
  { properties: { a: { enum: [1, 'x', null] }, b: { const: { a: 1 } } } },
  { properties: { a: { anyOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 0 }] } } },
  { properties: { a: { oneOf: [{ type: 'number' }, { type: 'integer' }] }, b: { not: { type: 'string' } } } },
  {
    properties: { a: { type: 'array', items: { $ref: '#/$defs/Day' }, minItems: 1, maxItems: 2 } },
    $defs: { Day: { type: 'string', pattern: '^[a-c]+$' } },
  },
  { allOf: [{ required: ['a'] }, { required: ['b'] }], additionalProperties: { type: 'boolean' } },
  { properties: { a: { multipleOf: 2, exclusiveMaximum: 5 }, b: false } },
  {
    if: { properties: { a: { type: 'string' } }, required: ['a'] },
    // biome-ignore lint/suspicious/noThenProperty: that is how the keyword is called.
    then: { required: ['b'] },
    else: { properties: { b: { type: 'array' } } },
  },
  { patternProperties: { '^[ac]$': { type: 'number' } }, additionalProperties: { type: 'array' } },
  { propertyNames: { enum: ['a', 'constructor'] }, minProperties: 1, maxProperties: 1 },
  { dependentRequired: { a: ['b'] }, dependentSchemas: { b: { properties: { b: { type: 'array' } } } } },
  { properties: { a: { contains: { type: 'number' }, minContains: 2 }, b: { uniqueItems: true } } },
  { properties: { a: { prefixItems: [{ type: 'string' }, false], items: false } } },
  { properties: { a: { contains: { const: 1 }, maxContains: 1 } } },
  { properties: { a: { allOf: [{ prefixItems: [true] }], unevaluatedItems: { type: 'string' } } } },
  { allOf: [{ properties: { a: true } }], unevaluatedProperties: { type: 'number' } },
  { properties: { a: { format: 'date' }, b: { format: 'ipv4', maxLength: 9 } } },
  { required: ['constructor'], properties: { constructor: { type: 'number' }, toString: false } },
  { properties: { 'a/b~%2F#': { $ref: '#/properties/b' }, b: { type: 'string' } } },
  { properties: { a: { enum: [{ a: 1 }, [1, 2]] }, b: { not: { const: [] } } } },
];
const leaf = fc.constantFrom<unknown>(
  1,
  2,
  2.5,
  -1,
  5,
  '',
  'x',
  'ab',
  'abcd',
  true,
  null,
  {},
  { a: 1 },
  '2026-02-29',
  '2024-02-29',
  '10.0.0.1',
);
const field = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }));
const value = fc.dictionary(fc.constantFrom('a', 'b', 'a/b~%2F#', 'constructor'), field);

describe('schemaFaults', () => {
  it.each(schemas)('finds a fault exactly if another validator does: %j', (schema) => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true });
    addFormats.default(ajv);
    const fits = ajv.compile(schema);

    fc.assert(
      fc.property(value, (given) => {
        // A busy machine may stop this thread for longer than a check may take.
        expect(schemaFaults(schema, given, 10_000).length === 0).toBe(fits(given));
      }),
      { numRuns: 40 },
    );
  });

  it.each<[object, unknown, string[]]>([
    [{ a: { type: ['string', 'null'] } }, 1, ['"a" must be of type string or null.']],
    [{ a: { enum: ['x', 1] } }, 2, ['"a" must be one of ["x",1].']],
    [{ a: { const: { b: 1 } } }, 2, ['"a" must be {"b":1}.']],
    [{ a: { pattern: '^[0-9*#w]+$' } }, 'one', ['"a" must match ^[0-9*#w]+$.']],
    [{ a: { minLength: 2 } }, 'x', ['"a" must have 2 characters.']],
    [{ a: { maxLength: 2 } }, 'xyz', ['"a" may have at most 2 characters.']],
    [{ a: { minimum: 3, multipleOf: 2 } }, 1, ['"a" must be at least 3.', '"a" must be a multiple of 2.']],
    [{ a: { maximum: 3 } }, 4, ['"a" must be at most 3.']],
    [{ a: { exclusiveMinimum: 3 } }, 3, ['"a" must be greater than 3.']],
    [{ a: { exclusiveMaximum: 3 } }, 3, ['"a" must be less than 3.']],
    [{ a: { minItems: 2 } }, [1], ['"a" must have 2 items.']],
    [{ a: { maxItems: 1 } }, [1, 2], ['"a" may have at most 1 items.']],
    [{ a: { items: { type: 'string' } } }, ['x', 1], ['Item 1 of "a" must be of type string.']],
    [{ a: { anyOf: [{ type: 'string' }, { minimum: 5 }] } }, 1, ['"a" must fit one of the alternatives.']],
    [
      { a: { oneOf: [{ minimum: 0 }, { maximum: 9 }] } },
      1,
      ['"a" must fit exactly one of the alternatives.'],
    ],
    [{ a: { not: { type: 'number' } } }, 1, ['"a" must not be like that.']],
    [{ a: false }, 1, ['"a" must not be given.']],
    [{ a: { additionalProperties: false } }, { b: 1 }, ['"b" must not be given.']],
    [{ a: { required: ['b', 'c'] } }, {}, ['"b" is required.', '"c" is required.']],
  ])('reports a fault of %j', (properties, a, faults) => {
    expect(schemaFaults({ properties }, { a })).toEqual(faults);
  });

  it.each<[object, unknown, string[]]>([
    [{ format: 'date-time' }, 'tomorrow', ['"a" must be a valid date-time.']],
    [{ uniqueItems: true }, [1, 1], ['"a" must not have the same item twice.']],
    [{ contains: { const: 1 } }, [2, 3], ['"a" must have an item that fits {"const":1}.']],
    [{ contains: { const: 1 }, minContains: 2 }, [2, 1], ['"a" must have at least 2 items of a kind.']],
    [{ minProperties: 1 }, {}, ['"a" must have at least 1 properties.']],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { B: 1 }, ['The name "B" must match ^[a-z]+$.']],
    [{ patternProperties: { '^b/': { type: 'string' } } }, { 'b/c': 1 }, ['"b/c" must be of type string.']],
    [{ dependentRequired: { b: ['c'] } }, { b: 1 }, ['"c" is required along with "b".']],
    // biome-ignore lint/suspicious/noThenProperty: that is how the keyword is called.
    [{ if: { type: 'number' }, then: { minimum: 5 } }, 1, ['"a" must be at least 5.']],
    [{ allOf: [{ $ref: '#/$defs/Day~1' }] }, 1, ['"a" must be one of ["mon"].']],
  ])('reports a fault of a less frequent keyword: %j', (a, given, faults) => {
    const schema = { properties: { a }, $defs: { 'Day/': { enum: ['mon'] } } };

    expect(schemaFaults(schema, { a: given })).toEqual(faults);
  });

  it.each([
    [
      'a keyword’s value of another type',
      { required: 'ab', enum: {}, not: 5, properties: [1], minLength: 'x' },
    ],
    [
      'what no draft knows',
      { $anchor: '#', $id: ':', $vocabulary: 1, 'x-day': { $ref: '#/nowhere' }, examples: [{}] },
    ],
    ['a format of its own', { properties: { a: { format: 'phone' }, b: { format: '__proto__' } } }],
  ])('ignores %s, and leaves the schema unchanged', (_, schema) => {
    const before = structuredClone(schema);

    expect(schemaFaults(schema, { a: 'x', b: 'y' })).toEqual([]);
    expect(Reflect.ownKeys(schema)).toEqual(Reflect.ownKeys(before));
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['a pattern that takes exponential time', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
    ['a schema that refers to itself', { $ref: '#' }, {}],
    [
      'alternatives that double at each level',
      { properties: { a: { anyOf: Array.from({ length: 50 }, () => ({ $ref: '#' })) } } },
      { a: { a: { a: { a: { a: 1 } } } } },
    ],
  ])('breaks off the check of %s', (_, schema, given) => {
    expect(() => schemaFaults(schema, given)).toThrow(SchemaTooCostly);
  });
});
