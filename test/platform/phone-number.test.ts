import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneNumberInput } from '../../lambdas/platform/phone-number.ts';

const read = (text: unknown) => {
  const { data, error } = phoneNumberInput.safeParse(text);
  return data ?? error?.issues[0]?.message;
};

describe('a telephone number as people write it', () => {
  it.each([
    ['+15555550123', '+15555550123'],
    ['15555550123', '+15555550123'],
    ['1 555 555 0123', '+15555550123'],
    ['15550002222', '+15550002222'],
    ['1-555-555-0123', '+15555550123'],
    ['+1 (555) 555-0123', '+15555550123'],
    ['(+1) 555.555.0123', '+15555550123'],
    ['+1/555/555-0123 ', '+15555550123'],
    ['tel:+1-555-555-0123', '+15555550123'],
    ['TEL:+15555550123', '+15555550123'],
    ['tel:15555550123', '+15555550123'],
    ['tel://+15555550123', '+15555550123'],
    ['001 555 555 0123', '+15555550123'],
    ['0044 20 7946 0000', '+442079460000'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['0044 (0) 20 7946 0000', '+442079460000'],
    ['+49 (0)151–2345‑6789', '+4915123456789'],
    ['+39 (0)6 1234 5678', '+390612345678'],
    ['+4402079460000', '+442079460000'],
    ['+353 01 234 5678', '+35312345678'],
    ['+390612345678', '+390612345678'],
    ['+3560123456', '+3560123456'],
    ['+225 (0)1 23 45 67 89', '+2250123456789'],
    ['\u202a+1\u00a0555\u00a0555\u20110123\u202c', '+15555550123'],
    ['+290 1234', '+2901234'],
    ['+7 8 912 345-67-89', '+79123456789'],
    ['+36 06 1 234 5678', '+3612345678'],
    ['+54 11 15 1234-5678', '+5491112345678'],
    ['+44 00 20 7946 0000', '+442079460000'],
    ['+49 01023', '+4901023'],
    ['+999 123 4567', '+9991234567'],
  ])('%j is %s', (text, number) => {
    expect(read(text)).toBe(number);
  });

  it.each([
    '5555550123',
    '(555) 555-0123',
    '555-0123',
    '020 7946 0000',
    '011 44 20 7946 0000',
    '442079460000',
    '13812345',
    '10555550123',
    'tel:555-0123',
    '112',
  ])('is refused for its missing country code: %j', (text) => {
    expect(read(text)).toMatch(/^The country code is missing: begin with a plus sign/);
  });

  it.each([
    '',
    '+',
    'tel:',
    '+0 555 555 0123',
    '+123456',
    '+1234567890123456',
    '0011 44 20 7946 0000',
    '+1 555 555 0123 ext. 7',
    '+1 555 555 0123 x7',
    'tel:+15555550123;ext=7',
    'tel:7042;phone-context=+1555',
    '1-800-FLOWERS',
    '+1 555 555 0123, +1 555 555 0124',
    '++15555550123',
    '+1 555 +555 0123',
    '+1555\n\n\n\n\n\n5550123',
    '+١٥٥٥٥٥٥٠١٢٣',
  ])('is refused: %j', (text) => {
    expect(read(text)).toBe(
      'Must be a phone number with its country code and no extension, such as +15551234567.',
    );
  });

  const withheld =
    '+266696687 00266-696-687 +1(266)696687 +2562533 +7748283 +7378742833 +86282452253 +186282452253 +8656696';
  it.each(withheld.split(' '))('is refused, for it stands for a withheld number: %j', (text) => {
    expect(read(text)).toMatch(/^This is not a phone number: networks send it when a caller withholds/);
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
