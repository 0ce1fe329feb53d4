import { expect, it } from 'vitest';
import { containsValue } from '../../../lambdas/agent-tests/model/contains-value.ts';
import { Mocks } from '../../../lambdas/agent-tests/model/mocks.ts';

it('the first mock that fits answers, a sequence once for each call', () => {
  const mocks = new Mocks([
    { tool: 'find', when: { day: 'tue', who: { name: 'Ana' } }, returns: 'tuesday', latency_ms: 5 },
    { tool: 'find', sequence: [{ error: 503 }, { returns: 'second', latency_ms: 7 }], latency_ms: 6 },
    { tool: 'find', when: { day: 'sun' }, returns: 'sunday' },
    { tool: 'pay', sequence: [{ returns: 1 }, { returns: 2 }] },
  ]);
  const answers = [
    mocks.answer('find', { day: 'tue', who: { name: 'Ana', age: 3 }, hour: 4 }),
    mocks.answer('find', { day: 'tue', who: { name: 'Bo' } }),
    mocks.answer('find', {}),
    mocks.answer('find', { day: 'mon' }),
    mocks.answer('book', {}),
    mocks.answer('pay', {}),
  ];

  expect(answers).toEqual([
    { returns: 'tuesday', latency_ms: 5 },
    { error: 503, latency_ms: 6 },
    { returns: 'second', latency_ms: 7 },
    undefined,
    undefined,
    { returns: 1 },
  ]);
  expect(mocks.unused).toEqual(['mock 3 of find when {"day":"sun"}', 'answer 2 of mock 4 of pay']);
});

it.each([
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }, true],
  [{ a: [1, 2] }, { a: [1] }, false],
  [{ a: '1' }, { a: 1 }, false],
  [{}, { toString: {} }, false],
  [null, {}, false],
])('%j contains %j: %s', (value, expected, contains) => {
  expect(containsValue(value, expected)).toBe(contains);
});
