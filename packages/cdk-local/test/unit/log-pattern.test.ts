import { describe, expect, it } from 'vitest';
import { compileLogPattern } from '../../src/sources/log-pattern.ts';

describe('a filter pattern of logs', () => {
  const matches = compileLogPattern('{ $.spans[0].name = * }');

  it('matches lines of JSON that have the member', () => {
    expect(matches('{"spans":[{"name":"turn"}]}')).toBe(true);
    expect(matches('{"spans":[{"name":null}]}')).toBe(true);
  });

  it.each([
    '{"spans":[]}',
    '{"spans":"name"}',
    '{"name":"spans"}',
    '{"spans":[{"na',
    'spans[0].name',
    '',
  ])('does not match %s', (line) => {
    expect(matches(line)).toBe(false);
  });

  it('matches every line if it is empty', () => {
    expect(compileLogPattern('')('anything')).toBe(true);
  });

  it.each([
    'ERROR',
    '{ $.level = "ERROR" }',
    '{ $.a = * && $.b = * }',
  ])('is refused if it is %s', (pattern) => {
    expect(() => compileLogPattern(pattern)).toThrow(/knows no filter pattern/);
  });
});
