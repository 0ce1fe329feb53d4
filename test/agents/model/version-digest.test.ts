import { describe, expect, it } from 'vitest';
import { digestOf, saysTheSame } from '../../../lambdas/agents/model/agent-version.ts';

describe('the digest of a version', () => {
  it.each([
    ['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['a field that is null or missing', { a: 1, b: null }, { a: 1 }],
    ['a field that is undefined or missing', { a: 1, b: undefined }, { a: 1 }],
  ])('is the same for %s', (_, one, other) => {
    expect(digestOf(one)).toBe(digestOf(other));
    expect(saysTheSame(one, other)).toBe(true);
  });

  it.each([
    ['another value', { a: 1 }, { a: '1' }],
    ['a list in another order', [1, 2], [2, 1]],
    ['a list that has null', [1, null], [1]],
    ['an object for a list of its pairs', { a: 1 }, [['a', 1]]],
    ['an empty object for an empty list', {}, []],
    ['a value under another key', { a: 1 }, { b: 1 }],
  ])('differs for %s', (_, one, other) => {
    expect(digestOf(one)).not.toBe(digestOf(other));
    expect(saysTheSame(one, other)).toBe(false);
  });
});
