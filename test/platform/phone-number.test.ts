import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneNumberInput } from '../../lambdas/platform/phone-number.ts';
import { rowsOf } from '../support/rows.ts';

const read = (text: unknown) => {
  const { data, error } = phoneNumberInput.safeParse(text);
  return data ?? error?.issues[0]?.message;
};

const REFUSALS: Readonly<Record<string, unknown>> = {
  missing: expect.stringMatching(/^The country code is missing: begin with a plus sign/),
  invalid: 'Must be a phone number with its country code and no extension, such as +15551234567.',
  withheld: expect.stringMatching(/^This is not a phone number: networks send it when a caller withholds/),
};

describe('a telephone number as people write it', () => {
  it.each(rowsOf<[string, string]>(import.meta.url, 'phone-numbers.jsonl'))('%j is %s', (text, number) => {
    expect(read(text)).toEqual(REFUSALS[number] ?? number);
  });

  it('is taken although it resembles one that stands for a withheld number', () => {
    for (const number of ['+26669668', '+2666966870', '+17378742833', '+78656696'])
      expect(read(number)).toBe(number);
  });

  it('is the same number with any separators between its digits', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', ' (', ') ', '\u00a0', '–');
    const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);
    const written = digits.chain((number) =>
      fc.tuple(
        fc.constant(`+${number}`),
        fc.array(separator, { minLength: number.length, maxLength: number.length }),
        fc.constantFrom('+', 'tel:+'),
      ),
    );

    fc.assert(
      fc.property(written, ([number, separators, prefix]) => {
        const text = [...number.slice(1)].map((digit, index) => digit + separators[index]).join('');
        fc.pre(text.length < 60);
        expect(read(prefix + text)).toBe(read(number));
      }),
    );
  });
});
