import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { delimiterOf } from '../../consents/model/consents-csv.ts';
import { tryParseJson } from '../../platform/parse-json.ts';
import { type RecipientRow, recipientInput } from './recipient.ts';

/** The text of a file as programs save it: UTF-8, UTF-16 or, from older spreadsheets, Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  const encoding = first === 0xfe || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-16le';
  if ((first === 0xff && second === 0xfe) || first === 0xfe || (first === 0) !== (second === 0))
    return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads the rows of a file: JSON lines, or CSV with a header. */
export function readRows(text: string): RecipientRow[] {
  return text.trimStart().startsWith('{') ? readJsonLines(text) : readCsv(text);
}

/** Reads a row as it is given in a request or a JSON line. */
export function readRow(value: unknown, line: number): RecipientRow {
  const { data, error } = recipientInput.safeParse(value, { reportInput: true });
  if (data) return { line, input: data };
  const [issue] = error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  const number = typeof value === 'object' && value !== null ? Reflect.get(value, 'to_number') : undefined;
  const to_number = typeof number === 'string' ? number.slice(0, 64) : null;
  return { line, to_number, msg: `${place}${issue?.message ?? 'Invalid value.'}`, type: 'invalid_value' };
}

const readJsonLines = (text: string): RecipientRow[] =>
  text.split('\n').flatMap((row, index) => {
    if (row.trim() === '') return [];
    const value = tryParseJson(row);
    const line = index + 1;
    if (value !== undefined) return [readRow(value, line)];
    return [{ line, to_number: null, msg: 'This line is not JSON.', type: 'malformed_row' }];
  });

const record = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

const NUMBER_COLUMNS = ['to_number', 'phone_number', 'phone', 'number'];
const LOCATION = ['country', 'region', 'timezone'];

function readCsv(text: string): RecipientRow[] {
  try {
    const options = {
      delimiter: delimiterOf(text),
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
    };
    const rows = z
      .array(record)
      .parse(parse(text, { ...options, relax_column_count: true, relax_quotes: true }));
    const [columns, ...others] = rows;
    const names = columns?.record.map((name) => name.toLowerCase().replaceAll(/\s+/g, '_')) ?? [];
    const number = names.findIndex((name) => NUMBER_COLUMNS.includes(name));
    if (number < 0) return [noNumbers()];
    return others.map(({ record: cells, info }) => readCells(cells, { names, number, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [{ line: Number(error.lines ?? 1), to_number: null, msg: error.message, type: 'malformed_row' }];
  }
}

function noNumbers(): RecipientRow {
  const msg = 'The first line must name the columns, one of them to_number.';
  return { line: 1, to_number: null, msg, type: 'missing_column' };
}

interface Columns {
  readonly names: readonly string[];
  readonly number: number;
  readonly line: number;
}

function readCells(cells: readonly string[], { names, number, line }: Columns): RecipientRow {
  // Spreadsheets keep a number as text by an apostrophe.
  const to_number = (cells[number] ?? '').replace(/^'/, '');
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(to_number)) {
    const msg = `A spreadsheet rounded this number to ${to_number}; format the column as text and save again.`;
    return { line, to_number, msg, type: 'rounded_number' };
  }
  const filled = names.flatMap((name, index) => {
    const cell = cells[index] ?? '';
    return index === number || name === '' || cell === '' ? [] : [[name, cell] as const];
  });
  const further = filled.find(([name]) => name === 'further_numbers')?.[1].split(/[|;]/);
  const location = filled.filter(([name]) => LOCATION.includes(name));
  const context = filled.filter(([name]) => name !== 'further_numbers' && !LOCATION.includes(name));
  return readRow(
    {
      to_number,
      ...(further && { further_numbers: further }),
      ...(location.length > 0 && { contact_location: Object.fromEntries(location) }),
      ...(context.length > 0 && { context: Object.fromEntries(context) }),
    },
    line,
  );
}
