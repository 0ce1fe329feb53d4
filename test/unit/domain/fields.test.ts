import { describe, expect, it } from 'vitest';
import { freeFormObject, stringMap } from '../../../lambdas/domain/fields.ts';

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

describe('a context', () => {
  it.each([
    { name: 'Ada' },
    { 'home address': '1 High St\r\n\tLondon', emoji: '👩‍🚀', arabic: 'مرحبا' },
  ])('takes %j', (context) => {
    expect(stringMap.safeParse(context).success).toBe(true);
  });

  it.each([
    ['a bell', { a: '\u0007' }],
    ['a control character of Latin-1', { a: '\u0085' }],
    ['an unpaired surrogate', { a: 'x\ud800' }],
    ['a right-to-left override', { a: 'gpj.\u202eexe' }],
    ['an isolate', { a: '\u2066x' }],
    ['a line break in a key', { 'a\nb': 'x' }],
    ['an override in a key', { '\u202ea': 'x' }],
  ])('refuses %s', (_, context) => {
    expect(JSON.stringify(stringMap.safeParse(context).error?.issues)).toMatch(/no control characters/);
  });
});
