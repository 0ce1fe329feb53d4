import { describe, expect, it } from 'vitest';
import { freeFormObject, time } from '../../lambdas/platform/fields.ts';

const faultOf = (json: string) => freeFormObject.safeParse(JSON.parse(json)).error?.issues[0]?.message;

describe('a free-form object', () => {
  it.each(['{}', '{"a":[{"b":null}],"constructor":"c"}', '{"n":-9007199254740991}'])('takes %s', (json) => {
    expect(faultOf(json)).toBeUndefined();
  });

  it.each([
    ['{"":1}', /empty/],
    ['{"a":[{"":1}]}', /empty/],
    ['{"a":{"__proto__":1}}', /__proto__/],
    ['{"n":9007199254740993}', /Numbers/],
    ['{"n":1e-200}', /Numbers/],
    [`{"a":${'['.repeat(20)}${']'.repeat(20)}}`, /20 deep/],
    [`{"a":"${'x'.repeat(16_384)}"}`, /16 KB/],
  ])('refuses %s', (json, message) => {
    expect(faultOf(json)).toMatch(message);
  });
});

it.each([
  ['2026-01-01T00:00:00+01:00', '2025-12-31T23:00:00.000Z'],
  ['9999-12-31T23:59:59-05:00', undefined],
  ['0000-01-01T00:00:00+01:00', undefined],
])('the time %s is stored as %s', (text, stored) => {
  expect(time().safeParse(text).data).toBe(stored);
});
