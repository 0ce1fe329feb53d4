import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOfPattern } from '../../../../lambdas/domain/schemas/safe-pattern.ts';

describe('faultOfPattern', () => {
  it.each([
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[0-9*#w]+$',
    '^(monday|tuesday|wednesday|thursday|friday|saturday|sunday)$',
    '^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$',
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$',
    '^\\+?[1-9]\\d{1,14}$',
    '^([0-9]{1,3}\\.){3}[0-9]{1,3}$',
    '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$',
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
    '^.{1,500}$',
    '[A-Z]{3}',
    '^(?<area>\\d{3})\\d{4}\\d{2}$',
    '^[\\w\\-\\u{1F600}-\\u{1F64F}]*$',
    '^\\p{L}+$',
    '^https?://\\S+$',
    '',
    '^a*?b$',
  ])('accepts patterns that match in few steps: %s', (pattern) => {
    expect(faultOfPattern(pattern)).toBeUndefined();
  });

  it.each([
    ['^(a+)+$', /next character/],
    ['^(a*)*$', /match nothing/],
    ['^(a|a)*$', /next character/],
    ['^(a|ab)*c(a|ab)*c$', /next character/],
    ['^([a-z]+\\d?)+$', /next character/],
    ['^(\\w+\\s?)*$', /next character/],
    ['^a*a*a*a*b$', /next character/],
    ['a*a*b', /begin with \^/],
    ['^(a?){30}a{30}$', /match nothing|next character/],
    ['^(a{1,30}){1,30}$', /next character/],
    ['^a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaa$', /next character/],
    ['^(.*,){11}P$', /next character/],
    ['(x+x+)+y', /next character/],
    ['^(a)\\1$', /backreference/],
    ['^(?<a>x)\\k<a>$', /backreference/],
    ['^(?=a)a$', /lookaround/],
    ['(?<!a)b', /lookaround/],
    ['^(?i:a)$', /flags/],
    ['(', /not a valid regular expression/],
    ['a'.repeat(501), /500 characters/],
    ['^(abcdefghij){30}abcdefghij{1,3}'.repeat(12), /too long|next character/],
  ])('refuses slow or invalid patterns with the reason: %s', (pattern, why) => {
    expect(faultOfPattern(pattern)).toMatch(why);
  });

  const atom = fc.constantFrom('a', 'b', '[ab]', '.', '\\w', 'ab', '(a|b)', '(ab|a)');
  const times = fc.constantFrom('', '*', '+', '?', '{2}', '{0,3}', '{2,}');
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(atom, times).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), times).map(([inner, often]) => `(${inner})${often}`),
    ),
    pattern: fc
      .array(tie('part'), { minLength: 1, maxLength: 4 })
      .chain((parts) => fc.constantFrom('', '|').map((between) => parts.join(between))),
  }));

  it('accepts no pattern that keeps JavaScript’s engine busy', () => {
    const texts = ['a', 'b', 'ab', 'aab', 'abb'].map((part) => `${part.repeat(1_000)}!`);

    fc.assert(
      fc.property(pattern, fc.constantFrom('', '^'), (inner, start) => {
        const source = `${start}(${inner})c$`;
        fc.pre(faultOfPattern(source) === undefined);
        const regExp = new RegExp(source, 'u');
        const begun = process.cpuUsage();
        for (const text of texts) regExp.test(text);
        expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
      }),
      { numRuns: 150 },
    );
  });
});
