import { describe, expect, it } from 'vitest';
import {
  contactNumber,
  missingContextIssue,
  readContext,
  withFetchedContext,
} from '../../../lambdas/calls/model/call-context.ts';
import { knownCall } from '../../support/records.ts';

describe('readContext', () => {
  it('accepts texts, numbers and booleans as text, and ignores null values', () => {
    expect(readContext('{"name":"Ada","age":36,"known":true,"email":null}')).toEqual({
      name: 'Ada',
      age: '36',
      known: 'true',
    });
  });

  it.each([
    ['a nested object', { first: 'Ada' }],
    ['a list', ['Ada']],
    ['a text that is too long', 'x'.repeat(2001)],
    ['a text that no telephone speaks', 'a\u0000b'],
  ])('leaves out only the key that has %s', (_, value) => {
    expect(readContext(JSON.stringify({ name: value, city: 'Ulm', ['x'.repeat(101)]: 'y' }))).toEqual({
      city: 'Ulm',
    });
  });

  it.each([
    ['', 'nothing'],
    ['<html>', 'no JSON'],
    ['[]', 'a list'],
    ['"Ada"', 'a text'],
    [JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 1]))), 'too many'],
  ])('refuses %.20s: %s', (text) => {
    expect(() => readContext(text)).toThrow();
  });
});

describe('a fetched context', () => {
  it('is overridden by the call’s own context, which is also stored', () => {
    const call = knownCall({ context: { name: 'Ada' } });

    const ready = withFetchedContext(call, { name: 'Bob', city: 'Ulm' });

    expect(ready).toMatchObject({ context: { name: 'Ada', city: 'Ulm' }, given_context: { name: 'Ada' } });
    expect(withFetchedContext(knownCall(), {}).given_context).toBeNull();
  });

  it('is requested with the number of the caller or callee, unless it is withheld', () => {
    const call = knownCall();

    const inbound = { ...call, direction: 'inbound' as const };

    expect([call, inbound, { ...inbound, from_number: 'anonymous' }].map(contactNumber)).toEqual([
      call.to_number,
      call.from_number,
      undefined,
    ]);
  });
});

describe('missingContextIssue', () => {
  const context_source = { endpoint: null, required_keys: ['name', 'city', 'toString', 'today'] };

  it('lists missing keys', () => {
    const call = knownCall({ context: { name: 'Ada' }, context_source });

    expect(missingContextIssue(call)).toBe(
      'The prompt requires context keys that are missing: city, toString.',
    );
  });

  it('is undefined if no key is missing, or none is required', () => {
    const context = { name: '', city: 'Ulm', toString: 'x' };

    expect(missingContextIssue(knownCall({ context, context_source }))).toBeUndefined();
    expect(missingContextIssue(knownCall())).toBeUndefined();
  });
});
