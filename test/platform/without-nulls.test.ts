import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { patchOf } from '../../lambdas/platform/patch.ts';
import { withoutNulls } from '../../lambdas/platform/without-nulls.ts';

const text = () => z.optional(z.string());
const inner = z.strictObject({ a: text(), b: z.optional(z.nullable(z.string())), c: z.string() });
const GIVEN = { a: null, b: null, c: null };
/** What is left: a field that takes null, and a required one, which is refused later. */
const LEFT = { b: null, c: null };

describe('withoutNulls', () => {
  it('drops nulls of optional fields that take none, at every depth', () => {
    const schema = z.lazy(() =>
      z.strictObject({
        object: z.optional(inner),
        list: z._default(z.array(inner), []),
        either: z.union([z.string(), inner]),
        kind: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('x'), a: text() })]),
        defaulted: z._default(z.boolean(), true),
        named: z.record(z.string(), inner),
      }),
    );
    const kind = { type: 'x', a: null };
    const given = { object: GIVEN, list: [GIVEN], either: GIVEN, kind, defaulted: null, named: { x: GIVEN } };

    expect(withoutNulls(schema, given)).toEqual({
      object: LEFT,
      list: [LEFT],
      either: LEFT,
      kind: { type: 'x' },
      named: { x: LEFT },
    });
  });

  it('drops nulls of further fields that take a value but not null', () => {
    const schema = z.catchall(z.object({ a: z.nullable(z.string()) }), z.string());

    expect(withoutNulls(schema, { a: null, b: null, c: 'kept' })).toEqual({ a: null, c: 'kept' });
  });

  it('keeps nulls in objects with free keys, in unknown fields and in patches', () => {
    const schema = z.strictObject({
      free: z.optional(z.record(z.string(), z.unknown())),
      patch: z.optional(patchOf(() => ({ a: text(), inner }))),
    });
    const given = { free: { a: null }, patch: { a: null, inner: GIVEN }, typo: null };

    expect(withoutNulls(schema, given)).toEqual({
      free: { a: null },
      patch: { a: null, inner: LEFT },
      typo: null,
    });
  });

  it.each([
    5,
    null,
    'x',
    [GIVEN],
    [[]],
    { list: 5, object: [GIVEN], kind: { type: 'y', a: null } },
  ])('leaves invalid values to validation: %j', (given) => {
    const kind = z.discriminatedUnion('type', [z.strictObject({ type: z.literal('x'), a: text() })]);
    const schema = z.strictObject({ list: z.array(inner), object: inner, kind });

    expect(withoutNulls(schema, given)).toEqual(given);
  });

  it('keeps a key __proto__ as a key', () => {
    const given = JSON.parse('{"__proto__":{"a":null},"c":"x"}');

    const cleaned = withoutNulls(inner, given);

    expect(Object.keys(Object(cleaned))).toEqual(['__proto__', 'c']);
    expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype);
  });
});
