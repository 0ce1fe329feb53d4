import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SchemaTooCostly, schemaFaults } from '../../../lambdas/domain/conversations/json-schema.ts';

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
];
const leaf = fc.constantFrom<unknown>(1, 2, 2.5, -1, 5, '', 'x', 'ab', 'abcd', true, null, {}, { a: 1 });
const field = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }));
const value = fc.dictionary(fc.constantFrom('a', 'b'), field);

describe('schemaFaults', () => {
  it.each(schemas)('finds a fault exactly if another validator does: %j', (schema) => {
    const fits = new Ajv({ strict: false }).compile(schema);

    fc.assert(
      fc.property(value, (given) => {
        expect(schemaFaults(schema, given).length === 0).toBe(fits(given));
      }),
      { numRuns: 500 },
    );
  });

  it('reports location and reason', () => {
    const schema = { required: ['day'], properties: { time: { type: 'string' } } };

    expect(schemaFaults(schema, { time: 9 })).toEqual([
      '"day" is required.',
      '"time" must be of type string.',
    ]);
  });

  it('terminates for a recursive schema, and for a dangling reference', () => {
    expect(schemaFaults({ $ref: '#' }, {})).toEqual([]);
    expect(schemaFaults({ $ref: '#/nowhere' }, {})).toEqual([]);
    expect(schemaFaults({ properties: { a: { pattern: '(' } } }, { a: 'x' })).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['refer to themselves in many ways', { allOf: Array.from({ length: 10 }, () => ({ $ref: '#' })) }, {}],
    [
      'have many alternatives at each level',
      { properties: { a: { anyOf: Array.from({ length: 50 }, () => ({ $ref: '#' })) } } },
      { a: { a: { a: { a: 1 } } } },
    ],
    [
      'match long texts again and again',
      { items: { pattern: '^[^@]+@.+$' } },
      Array(100).fill('a@'.repeat(2_000)),
    ],
  ])('gives up on old schemas that %s', (_, schema, given) => {
    expect(() => schemaFaults(schema, given)).toThrow(SchemaTooCostly);
  });

  it('does not match an unsafe pattern of an old schema', () => {
    expect(schemaFaults({ properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(40)}!` })).toEqual(
      [],
    );
  });
});
