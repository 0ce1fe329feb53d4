import { describe, expect, it } from 'vitest';
import { readRows, textOf } from '../../../lambdas/campaigns/model/read-rows.ts';

const TABLE =
  'to_number;Name;country;further_numbers\r\n+49 30 5550001;Jürgen;DE;+49305550002|+49305550003\r\n';
const ROW = {
  line: 2,
  input: {
    to_number: '+49305550001',
    further_numbers: ['+49305550002', '+49305550003'],
    contact_location: { country: 'DE' },
    context: { name: 'Jürgen' },
  },
};
const utf16 = Buffer.from(`\uFEFF${TABLE}`, 'utf16le');

describe('a file as a spreadsheet saves it', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TABLE}`)],
    ['Windows-1252', Buffer.from(TABLE, 'latin1')],
    ['UTF-16', utf16],
    ['UTF-16 without a mark', utf16.subarray(2)],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
    ['tabs', Buffer.from(TABLE.replaceAll(';', '\t'))],
    ['commas and quotes', Buffer.from(TABLE.replace('Jürgen', '"Jürgen"').replaceAll(';', ','))],
  ])('is read: %s', (_, bytes) => {
    expect(readRows(textOf(bytes))).toEqual([ROW]);
  });

  it.each([
    ['+15550001111', undefined],
    ["'+15550001111", undefined],
    ['4.4E+11', 'rounded_number'],
    ['4,4E+11', 'rounded_number'],
    ['0305550001', 'invalid_value'],
    ['', 'invalid_value'],
  ])('has the number %s', (number, type) => {
    const [row] = readRows(`phone;name\n${number};Ann\n`);
    expect(row).toMatchObject(type ? { line: 2, to_number: number, type } : { line: 2, input: {} });
  });

  it('must name the column of the numbers', () => {
    expect(readRows('name,tel\nAnn,+15550001111')).toMatchObject([{ line: 1, type: 'missing_column' }]);
  });
});

it.each([
  ['CSV', `to_number\n${'1\n'.repeat(50)}`],
  ['JSON lines', '{}\n'.repeat(50)],
])('reads one row of %s more than permitted, and no further', (_, text) => {
  expect(readRows(text, 3)).toHaveLength(4);
});

it.each([
  ['columns', ','.repeat(1000)],
  ['characters', 'x'.repeat(1_000_010)],
])('refuses a row with too many %s, by its line', (_, row) => {
  const msg = 'A row may have at most 1000 columns and 1000000 characters.';
  const refused = { line: 3, to_number: null, msg, type: 'malformed_row' };
  expect(readRows(`to_number\n+15550001111\n${row}`)).toEqual([refused]);
});

it('bounds what it says of a row', () => {
  const [row] = readRows(JSON.stringify({ to_number: '+15550001111', context: { ['x'.repeat(5000)]: '' } }));
  expect(JSON.stringify(row).length).toBeLessThan(500);
});

it('reads JSON lines, and says which are wrong', () => {
  const text = '{"to_number":"+15550001111","context":{"name":"Ann"}}\n\n{"to_number"\n{"to_number":5}';
  expect(readRows(text)).toMatchObject([
    { line: 1, input: { to_number: '+15550001111', context: { name: 'Ann' } } },
    { line: 3, type: 'malformed_row' },
    { line: 4, to_number: null, msg: expect.stringMatching(/^to_number: /), type: 'invalid_value' },
  ]);
});
