import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { namesOfChangedFields } from '../../../lambdas/audit/model/make-entry.ts';
import { AUDITED } from '../../../lambdas/audit/record-changes.ts';

const record = z.lazy(() =>
  z.object({
    id: z.string(),
    user_id: z.string(),
    name: z.optional(z.nullable(z.string())),
    numbers: z._default(z.array(z.number()), []),
    context: z.record(z.string(), z.string()),
    target: z.discriminatedUnion('type', [
      z.object({ type: z.literal('url'), url: z.string() }),
      z.object({ type: z.literal('phone'), phone: z.object({ country: z.string(), digits: z.string() }) }),
    ]),
  }),
);
const stored = {
  id: '1',
  user_id: '2',
  name: 'Ada',
  numbers: [1, 2],
  context: { name: 'Ada' },
  target: { type: 'url', url: 'https://example.com' },
};

const change = (before: object | undefined, after: object | undefined) =>
  namesOfChangedFields(record, { before, after });

describe('the names of changed fields', () => {
  it('are the formerly set fields of a deleted record', () => {
    expect(change(stored, undefined)).toEqual({
      before: ['name', 'numbers', 'context', 'target.type', 'target.url'],
      after: [],
    });
  });

  it.each([
    ['is changed', { name: 'Bea' }, ['name'], ['name']],
    ['is cleared', { name: null }, ['name'], []],
    ['is removed', { name: undefined }, ['name'], []],
    ['is a list', { numbers: [2, 1] }, ['numbers'], ['numbers']],
    ['has free keys', { context: { name: 'Ada', secret: 'x' } }, ['context'], ['context']],
    ['is nested', { target: { type: 'url', url: 'x' } }, ['target.url'], ['target.url']],
    ['is the owner', { user_id: '3' }, [], []],
    ['is unknown', { credentials: 'x' }, [], []],
    ['stays the same', { context: { name: 'Ada' }, numbers: [1, 2] }, [], []],
    [
      'is of another kind',
      { target: { type: 'phone', phone: { country: '1', digits: '2' } } },
      ['target.type', 'target.url'],
      ['target.type', 'target.phone.country', 'target.phone.digits'],
    ],
    ['does not fit its schema', { target: 'x' }, ['target'], ['target']],
  ])('contain a field that %s', (_, fields, before, after) => {
    expect(change(stored, { ...stored, ...fields })).toEqual({ before, after });
  });

  it('are dotted names from the schema only, and fewer than 100 for any record', () => {
    const free = new Proxy(
      {},
      {
        get: () => free,
        has: () => true,
        getOwnPropertyDescriptor: () => ({ configurable: true, value: 'secret' }),
      },
    );

    const names = Object.values(AUDITED).map(({ schema, ignored }) =>
      namesOfChangedFields(schema, { before: undefined, after: free }, ignored),
    );

    for (const { after } of names) {
      expect(after.length).toBeLessThan(100);
      expect(after.filter((name) => !/^[a-z_]+(\.[a-z_]+)*$/i.test(name))).toEqual([]);
    }
    expect(names.flatMap(({ after }) => after)).toEqual(
      expect.arrayContaining(['credentials.llm_api_key', 'config.signature_secret', 'secret', 'voice_name']),
    );
  });
});
