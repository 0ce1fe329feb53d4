import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { catalogue } from '../../lambdas/catalogue.ts';
import { answerOf } from '../../lambdas/http/api-version.ts';
import { API_VERSIONS } from '../../lambdas/platform/api-versions.ts';
import { pickerOf, visibleFields } from '../../lambdas/platform/visible-fields.ts';
import { OPERATION_GROUPS } from '../../lambdas/tokens/model/scopes.ts';
import type { Schema } from '../support/openapi/document.ts';
import { valuesOf } from '../support/openapi/values.ts';
import { seedFor } from '../support/run/random.ts';

const inner = z.strictObject({ kept: z.string() });

describe('the fields that leave the service', () => {
  it('are those that the schema names, at every depth', () => {
    const schema = z.object({
      one: inner,
      list: z.array(inner),
      map: z.record(z.string(), inner),
      nothing: z.nullable(inner),
      absent: z.optional(inner),
      lazy: z.lazy(() => z._default(inner, { kept: '' })),
    });
    const dirty = { kept: 'a', added: 'b' };

    const picked = visibleFields(schema, {
      one: dirty,
      list: [dirty],
      map: { key: dirty },
      nothing: null,
      lazy: dirty,
      ...{ added: dirty },
    });

    const clean = { kept: 'a' };
    expect(picked).toEqual({ one: clean, list: [clean], map: { key: clean }, nothing: null, lazy: clean });
  });

  it('are all those of an object with free keys', () => {
    const free = { any: { depth: [1, { of: null }] } };

    expect(visibleFields(z.object({ free: z.record(z.string(), z.unknown()) }), { free })).toEqual({ free });
  });

  it('are those of the value’s own kind in a union', () => {
    const kinds = z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), one: z.string() }),
      z.object({ type: z.literal('b'), two: z.string() }),
    ]);

    expect(visibleFields(kinds, { type: 'b', two: '2', ...{ one: '1' } })).toEqual({ type: 'b', two: '2' });
  });

  it('are refused if the schema has text and the value is an object', () => {
    expect(() => visibleFields(z.object({ text: z.string() }), { text: { secret: 1 } } as never)).toThrow(
      'does not match its schema',
    );
  });

  it.each(Object.entries(catalogue))('can be picked for the answer of %s', (_, { response }) => {
    expect(() => pickerOf(response)).not.toThrow();
  });
});

/** An operation and a version with each schema of an answer. */
const answers = new Map(
  Object.entries(catalogue).flatMap(([operation, { response, redirectsTo }]) =>
    (redirectsTo ? [] : API_VERSIONS).map((version) => [
      answerOf(response, version),
      `${operation} ${version}`,
    ]),
  ),
);

it.each(
  [...answers].map(([schema, name]) => ({ schema, name })),
)('a reader who may not read one group gets $name', ({ schema, name }) => {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;

  for (const value of fc.sample(valuesOf(json), { seed: seedFor(name), numRuns: 20 })) {
    for (const group of OPERATION_GROUPS)
      expect(() => visibleFields(schema, value, (read) => read !== group)).not.toThrow();
  }
});
