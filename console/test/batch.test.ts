import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvOf } from '../src/format/csv.ts';
import { readSheet, sheetOf } from '../src/pages/calls/batch/read-csv.ts';
import {
  guessedUses,
  numberTest,
  recipientsOf,
  requestsOf,
  type Use,
} from '../src/pages/calls/batch/recipients.ts';

const isNumber = numberTest('^\\+[1-9][\\d ]{6,}$');

const sheetIn = (text: string) => {
  const { buffer } = new TextEncoder().encode(text);
  return readSheet({ arrayBuffer: async () => buffer }, isNumber);
};

afterEach(() => vi.unstubAllGlobals());

const USES: readonly Use[] = [{ kind: 'number' }, { kind: 'value', name: 'day' }];

describe('a CSV', () => {
  it('is read with its lines, also after values of several lines and empty rows', async () => {
    const sheet = await sheetIn('\uFEFFPhone;Note\r\n+15551230001;"two\r\nlines"\r\n;\r\n+15551230002;b\r\n');

    expect(sheet.columns).toEqual(['Phone', 'Note']);
    expect(sheet.rows).toEqual([
      { line: 2, cells: ['+15551230001', 'two\r\nlines'], isBroken: false },
      { line: 5, cells: ['+15551230002', 'b'], isBroken: false },
    ]);
  });

  it('needs no names of its columns', () => {
    const sheet = sheetOf([['+15551230001', 'x'], ['+15551230002']], isNumber);

    expect(sheet.columns).toEqual(['Column 1', 'Column 2']);
    expect(sheet.rows).toHaveLength(2);
  });

  const inUtf16 = (text: string) => Buffer.from(text, 'utf16le');
  const TABS = 'Name\tPhone\r\nJosé Š\t+15551230001\r\nZoë\t+15551230002\r\n';
  it.each<[string, Uint8Array, string]>([
    ['UTF-8', Buffer.from(TABS), 'José Š'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TABS}`), 'José Š'],
    ['UTF-16 LE, “Unicode text” of Excel', inUtf16(`\uFEFF${TABS}`), 'José Š'],
    ['UTF-16 LE without a byte order mark', inUtf16(TABS), 'José Š'],
    ['UTF-16 BE with a byte order mark', inUtf16(`\uFEFF${TABS}`).swap16(), 'José Š'],
    ['UTF-16 BE without one', inUtf16(TABS).swap16(), 'José Š'],
    ['Windows-1252', Buffer.from('Name;Phone\r\nJos\xe9 \x8a;+15551230001\r\n', 'latin1'), 'José Š'],
    ['Mac OS Roman', Buffer.from('Name;Phone\rJos\x8e;+15551230001\r', 'latin1'), 'José'],
  ])('may be in %s', async (_, bytes, name) => {
    const sheet = await readSheet({ arrayBuffer: async () => new Uint8Array(bytes).buffer }, isNumber);

    expect(sheet.columns).toEqual(['Name', 'Phone']);
    expect(sheet.rows[0]).toEqual({ line: 2, cells: [name, '+15551230001'], isBroken: false });
  });

  it.each([
    ['Name,Phone\nAda,+15551230001\n"Bob,+15551230002\nCleo,+15551230003\n', 3],
    ['Name,Phone\nAda,+15551230001\n"Bob" B,+15551230002\n', 3],
    ['"Name,Phone\nAda,+15551230001\n', 1],
  ])('names a row whose quotation marks do not match, and calls nobody of it: %j', async (text, line) => {
    const { bad } = recipientsOf(await sheetIn(text), [undefined, { kind: 'number' }], {
      isNumber,
      needed: [],
    });

    expect(bad.map((row) => [row.line, row.why.slice(0, 27)])).toEqual([
      [line, 'Unbalanced quotation marks:'],
    ]);
  });

  it('has the numbers again that the console saved in one', async () => {
    const sheet = await sheetIn(csvOf(['number'], [['+1 555 123 0001'], ['+15551230002']]));

    expect(sheet.rows.map(({ cells }) => cells[0])).toEqual(['+1 555 123 0001', '+15551230002']);
  });

  it('gives a value to one column only', () => {
    const sheet = sheetOf(
      [
        ['Day', 'day', 'Phone'],
        ['Monday', 'Friday', '+15551230001'],
      ],
      isNumber,
    );

    expect(guessedUses(sheet, ['day'], isNumber)).toEqual([
      { kind: 'value', name: 'day' },
      undefined,
      { kind: 'number' },
    ]);
  });

  it('gives a first guess of what its columns are for', () => {
    const sheet = sheetOf(
      [
        ['First Name', 'Phone', 'Age'],
        ['Ada', '+15551230001', '36'],
      ],
      isNumber,
    );

    expect(guessedUses(sheet, ['first_name', 'day'], isNumber)).toEqual([
      { kind: 'value', name: 'first_name' },
      { kind: 'number' },
      undefined,
    ]);
  });
});

describe('the rows of a CSV', () => {
  it.each([
    [['', 'x'], 'No number'],
    [['5551230001', 'x'], 'Not a phone number with a country code'],
    [['1.55512E+10', 'x'], 'A spreadsheet rounded the number. Save its column as text.'],
    [['+15551230002', ''], 'The value of day is missing.'],
    [['+15551230002', 'x'.repeat(2001)], 'The value of day has more than 2000 characters.'],
    [['+1555 123 0001', 'x'], 'The same number is on line 2.'],
  ])('are left out by their line: %j', (cells, why) => {
    const sheet = sheetOf([['phone', 'day'], ['+15551230001', 'Monday'], cells], isNumber);
    const { recipients, bad } = recipientsOf(sheet, USES, { isNumber, needed: ['day'] });

    expect(recipients).toEqual([{ line: 2, to_number: '+15551230001', context: { day: 'Monday' } }]);
    expect(bad.map((row) => [row.line, row.why])).toEqual([[3, why]]);
  });

  it('go into requests that the API takes, by number and by bytes', () => {
    const numberOf = (line: number) => line.toString(9).replace(/\d/g, (digit) => String(Number(digit) + 1));
    const recipient = (line: number, value = '') => ({ line, to_number: numberOf(line), context: { value } });
    const sizes = (...all: Parameters<typeof requestsOf>[0]) =>
      requestsOf(all, () => 'key').map(({ recipients }) => recipients.length);

    expect(sizes(...Array.from({ length: 2001 }, (_, at) => recipient(at)))).toEqual([1000, 1000, 1]);
    expect(sizes(...Array.from({ length: 5 }, (_, at) => recipient(at, 'é'.repeat(60_000))))).toEqual([
      2, 2, 1,
    ]);
    expect(sizes()).toEqual([]);
  });

  it('go into one request if they may have the same number', () => {
    const recipient = (to_number: string, line: number) => ({ line, to_number, context: {} });
    const first = ['+44 20 7946 0001', ...Array.from({ length: 999 }, (_, at) => `+1555${111_111 + at}`)];
    const all = [...first, '+49 30 1', '0044 (0)20 7946-0001'].map(recipient);

    const requests = requestsOf(all, () => 'key').map(({ recipients }) => recipients.map(({ line }) => line));

    expect(requests.map((lines) => lines.includes(0) && lines.includes(1001))).toContain(true);
    expect(requests.flat().sort((one, other) => one - other)).toEqual(all.map(({ line }) => line));
  });

  it('that the API finds to have the same number are left out, and not sent again', async () => {
    const bodies: { key: string | null; numbers: string[] }[] = [];
    vi.stubGlobal('location', { origin: 'https://console.example' });
    vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
      const { recipients } = JSON.parse(String(body)) as { recipients: { to_number: string }[] };
      bodies.push({
        key: new Headers(headers).get('idempotency-key'),
        numbers: recipients.map(({ to_number }) => to_number),
      });
      const detail = [{ loc: ['body', 'recipients', '2', 'to_number'], msg: '', type: 'repeated_number' }];
      if (recipients.length === 3) return Response.json({ detail }, { status: 422 });
      return Response.json({ results: recipients.map(({ to_number }) => ({ to_number, id: to_number })) });
    });
    const { sendRequest } = await import('../src/pages/calls/batch/send-batch.ts');
    const written = ['+44 20 7946 0001', '+1 555 123 0001', '+44 (0)20 7946 0001'];
    const recipients = written.map((to_number, line) => ({ line, to_number, context: {} }));

    const common = { agent: 'a', from_number: '+15550002222' };
    const outcomes = await sendRequest(common, { key: 'k', recipients }, new AbortController().signal);

    expect(bodies).toEqual([
      { key: 'k', numbers: written },
      { key: 'k-once', numbers: written.slice(0, 2) },
    ]);
    expect(outcomes.map(({ id, isRepeated }) => id ?? isRepeated)).toEqual([...written.slice(0, 2), true]);
  });

  it('that a campaign refuses have its reason; a number that it has is not sent again', async () => {
    const refused = [
      { line: 1, to_number: '+15551230001', msg: 'It has it.', type: 'repeated_number' },
      { line: 3, to_number: null, msg: 'No number.', type: 'invalid_value' },
    ];
    let body: unknown;
    vi.stubGlobal('location', { origin: 'https://console.example' });
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      body = JSON.parse(String(init.body));
      return Response.json({ refused });
    });
    const { sendTo } = await import('../src/pages/calls/batch/send-batch.ts');
    const recipients = [8, 9, 10].map((line) => ({
      line,
      to_number: `+${line}`,
      context: { day: 'Monday' },
    }));

    const outcomes = await sendTo('c')({ key: 'k', recipients }, new AbortController().signal);

    expect(body).toEqual({
      recipients: recipients.map(({ to_number, context }) => ({ to_number, context })),
    });
    expect(outcomes.map(({ recipient, ...outcome }) => [recipient.line, outcome])).toEqual([
      [8, { why: 'It has it.', isRepeated: true }],
      [9, { id: '+9' }],
      [10, { why: 'No number.', isRepeated: false }],
    ]);
  });
});
