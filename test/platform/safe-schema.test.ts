import { describe, expect, it } from 'vitest';
import { issueOfSchema } from '../../lambdas/platform/schemas/safe-schema.ts';
import { rowsOf } from '../support/rows.ts';

/** Definitions each of which refers twice to the next one. */
const doubling = (wrap: (reference: object) => object) => ({
  $ref: '#/$defs/0',
  $defs: Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => {
      const next = { $ref: `#/$defs/${index + 1}` };
      return [String(index), wrap(next)];
    }).concat([['20', { type: 'string' }]]),
  ),
});

describe('issueOfSchema', () => {
  it.each<[string, Record<string, unknown>]>([
    ...rowsOf<[string, Record<string, unknown>]>(import.meta.url, 'safe-schemas.jsonl'),
    ['what is no schema keyword', { text: 'x'.repeat(16_000), properties: { a: 5 } }],
  ])('accepts %s', (_, schema) => {
    expect(issueOfSchema(schema)).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, string[], RegExp]>([
    ['itself', { $ref: '#' }, [], /without end/],
    ['itself among others', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, [], /without end/],
    [
      'itself by another',
      { properties: { a: { not: { $ref: '#/properties/a' } } } },
      ['properties', 'a'],
      /without end/,
    ],
    ['another document', { $ref: 'https://example.com/schema' }, ['$ref'], /same schema/],
    ['an anchor', { properties: { a: { $ref: '#day' } } }, ['properties', 'a', '$ref'], /same schema/],
    ['nothing', { $ref: '#/$defs/Day' }, ['$ref'], /points to nothing/],
    ['too much', doubling((next) => ({ allOf: [next, next] })), ['$defs', '11'], /at most 2000/],
    [
      'too much, level by level',
      doubling((next) => ({ properties: { a: { anyOf: [next, next] } } })),
      [],
      /at most 2000/,
    ],
  ])('refuses a reference to %s', (_, schema, path, msg) => {
    expect(issueOfSchema(schema)).toEqual({
      path: path.length > 0 ? path : expect.any(Array),
      msg: expect.stringMatching(msg),
    });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a long pattern', { properties: { a: { pattern: 'a'.repeat(501) } } }, ['properties', 'a', 'pattern']],
    ['an invalid pattern for names', { patternProperties: { '(': {} } }, ['patternProperties']],
    ['a pattern where it is referred to', { $ref: '#/else/where', else: {}, where: 1 }, ['$ref']],
    ['a pattern in a definition', { $defs: { a: { pattern: '(' } } }, ['$defs', 'a', 'pattern']],
    ['an unknown type', { properties: { a: { type: 'strin' } } }, ['properties', 'a', 'type']],
    ['an unknown type among others', { type: ['object', 5] }, ['type']],
    ['a name of two lines', { properties: { 'a\nb': {} } }, ['properties']],
    ['a dynamic reference', { $dynamicRef: '#a' }, ['$dynamicRef']],
    ['an id within', { properties: { a: { $id: 'b' } } }, ['properties', 'a', '$id']],
    ['a step of nothing', { multipleOf: 0 }, ['multipleOf']],
    ['a long choice', { enum: Array.from({ length: 501 }, (_, index) => index) }, ['enum']],
    ['a long list of names', { required: Array.from({ length: 201 }, String) }, ['required']],
    [
      'many schemas',
      { properties: Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`p${index}`, {}])) },
      ['properties', 'p499'],
    ],
    [
      'many references',
      { allOf: Array.from({ length: 101 }, () => ({ $ref: '#/$defs/a' })), $defs: { a: {} } },
      ['allOf', '100', '$ref'],
    ],
  ])('refuses %s, and reports its location', (_, schema, path) => {
    expect(issueOfSchema(schema)).toMatchObject({ path });
  });
});
