import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SchemaTooCostly, schemaIssues } from '../../../lambdas/actions/model/json-schema.ts';
import { rowsOf } from '../../support/rows.ts';

const schemas = rowsOf<Record<string, unknown>>(import.meta.url, 'corpus/schemas.jsonl');
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

describe('schemaIssues', () => {
  it.each(schemas)('finds an issue exactly if another validator does: %j', (schema) => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true });
    addFormats.default(ajv);
    const fits = ajv.compile(schema);

    fc.assert(
      fc.property(value, (given) => {
        // A busy machine may stop this thread for longer than a check may take.
        expect(schemaIssues(schema, given, 10_000).length === 0).toBe(fits(given));
      }),
      { numRuns: 40 },
    );
  });

  it.each(
    rowsOf<[object, unknown, string[]]>(import.meta.url, 'corpus/schema-issues.jsonl'),
  )('reports issues of %j, and none twice', (a, given, issues) => {
    const schema = { properties: { a }, $defs: { 'Day/': { enum: ['mon'] } } };

    expect(schemaIssues(schema, { a: given })).toEqual(issues);
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

    expect(schemaIssues(schema, { a: 'x', b: 'y' })).toEqual([]);
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
    expect(() => schemaIssues(schema, given)).toThrow(SchemaTooCostly);
  });
});
