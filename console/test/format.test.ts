import { describe, expect, it } from 'vitest';
import { csvOf } from '../src/format/csv.ts';
import { dateTime, relativeTime, utc } from '../src/format/date-time.ts';
import { duration } from '../src/format/duration.ts';
import { agentChoices } from '../src/format/label.ts';
import { count, exactMoney, money, percent } from '../src/format/numbers.ts';
import { phoneNumber, wholeNumbers } from '../src/format/phone-number.ts';

describe('agents', () => {
  it('of one name are told apart in a choice', () => {
    const agents = [
      { id: 'a-0000-11aa22', name: 'Desk' },
      { id: 'a-0000-33bb44', name: 'Desk' },
      { id: 'a-0000-55cc66', name: null },
    ];

    expect(agentChoices(agents).map(([, name]) => name)).toEqual([
      'Desk (11aa22)',
      'Desk (33bb44)',
      'Agent 55cc66',
    ]);
  });
});

describe('durations', () => {
  it.each([
    [0, '0:00'],
    [59.6, '1:00'],
    [125, '2:05'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
    [-5, '0:00'],
  ])('shows %d seconds as %s', (seconds, shown) => {
    expect(duration(seconds)).toBe(shown);
  });
});

describe('telephone numbers', () => {
  it.each([
    ['+15551230001', '+1 (555) 123-0001'],
    ['+442079460000', '+44 207 946 0000'],
    ['+35312345678', '+353 123 456 78'],
    ['+7495123456', '+7 495 123 456'],
    ['anonymous', 'anonymous'],
    ['+1555<b>', '+1555<b>'],
  ])('shows %s as %s', (number, shown) => {
    expect(phoneNumber(number)).toBe(shown);
  });

  it.each([
    ['+44 20 7946 0000', ['+442079460000']],
    ['0044 20 7946 0000', ['+442079460000']],
    ['(555) 123-0001', ['+5551230001', '+15551230001', '+495551230001']],
    ['030 1234 567', ['+1301234567', '+49301234567']],
    ['555 12', []],
  ])('takes %j for %j, where others are of the USA and Germany', (text, numbers) => {
    expect(wholeNumbers(text, ['+15551230001', '+4930123456', '+15550000000'])).toEqual(numbers);
  });
});

describe('dates and numbers', () => {
  it('shows a time in the zone and locale of the reader, and in UTC', () => {
    expect(dateTime('2026-07-01T12:00:00Z', 'en-GB', 'Asia/Tokyo')).toBe('1 Jul 2026, 21:00:00');
    expect(utc('2026-07-01T12:00:00.123Z')).toBe('2026-07-01 12:00:00 UTC');
  });

  it('writes numbers in the format of the locale', () => {
    expect(count(1234567.4, 1, 'de')).toBe('1.234.567,4');
    expect(percent(0.256, 'en')).toBe('26%');
  });

  it('shows money with two decimals, and parts of a cent only where they matter', () => {
    expect([12.345, 0.004, 0].map((amount) => money(amount, 'USD', 'en'))).toEqual([
      '$12.35',
      '< $0.01',
      '$0.00',
    ]);
    expect(exactMoney(0.0042, 'USD', 'en')).toBe('$0.0042');
  });

  it.each([
    [59_000, 'now'],
    [61_000, '1 min. ago'],
    [7_300_000, '2 hr. ago'],
    [-180_000, 'in 3 min.'],
    [90_000_000, 'yesterday'],
  ])('shows a time of %d ms ago as %s', (ms, shown) => {
    const now = Date.parse('2026-07-01T12:00:00Z');
    expect(relativeTime(new Date(now - ms).toISOString(), now, 'en')).toBe(shown);
  });
});

describe('CSV', () => {
  it('quotes only the values that need it', () => {
    expect(csvOf(['a', 'b'], [['x', 'say "hi", ok\nthen']])).toBe('a,b\r\nx,"say ""hi"", ok\nthen"\r\n');
  });

  it.each([
    '=HYPERLINK("http://x")',
    '+1+cmd',
    '-2+3',
    '@sum',
    '\t=1',
    ' =1',
  ])('keeps %j from running as a formula', (text) => {
    expect(csvOf(['a'], [[text]])).toMatch(/^a\r\n"?'/);
  });

  it.each([
    ['a;=1', "a;'=1"],
    ['a\t@sum', "a\t'@sum"],
    ['a; +1+cmd', "a;' +1+cmd"],
    ['a\n-1+cmd', `"a\n'-1+cmd"`],
  ])('keeps a part of %j from running where a cell may end', (text, cell) => {
    expect(csvOf(['a'], [[text]])).toBe(`a\r\n${cell}\r\n`);
  });

  it('leaves telephone numbers and missing values unchanged', () => {
    expect(csvOf(['a', 'b', 'c'], [['+15551230001', undefined, { b: 1 }]])).toBe(
      'a,b,c\r\n+15551230001,,"{""b"":1}"\r\n',
    );
  });
});
