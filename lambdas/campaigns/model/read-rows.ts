import { type CastingContext, CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { delimiterOf } from '../../consents/model/consents-csv.ts';
import { tryParseJson } from '../../platform/parse-json.ts';
import { MAX_ROWS, type RecipientRow, recipientInput } from './recipient.ts';

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

/** Most characters and columns of a row: more than a valid one has. */
const MAX_ROW_LENGTH = 1_000_000;
const MAX_COLUMNS = 1000;
const ROW_TOO_LARGE = 'CSV_MAX_RECORD_SIZE';

/** Reads the rows of a file, JSON lines or CSV with a header; of a file with too many rows, one more than the maximum. */
export function readRows(text: string, most = MAX_ROWS): RecipientRow[] {
  return text.trimStart().startsWith('{') ? readJsonLines(text, most) : readCsv(text, most);
}

/** Reads a row as it is given in a request or a JSON line. */
export function readRow(value: unknown, line: number): RecipientRow {
  const { data, error } = recipientInput.safeParse(value, { reportInput: true });
  if (data) return { line, input: data };
  const [issue] = error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  const number = typeof value === 'object' && value !== null ? Reflect.get(value, 'to_number') : undefined;
  const to_number = typeof number === 'string' ? number.slice(0, 64) : null;
  const msg = `${place}${issue?.message ?? 'Invalid value.'}`.slice(0, 300);
  return { line, to_number, msg, type: 'invalid_value' };
}

function readJsonLines(text: string, most: number): RecipientRow[] {
  const rows: RecipientRow[] = [];
  for (let from = 0, line = 1; from < text.length && rows.length <= most; line += 1) {
    const end = text.indexOf('\n', from);
    const row = text.slice(from, end < 0 ? text.length : end);
    from += row.length + 1;
    if (row.trim() === '') continue;
    const value = row.length > MAX_ROW_LENGTH ? undefined : tryParseJson(row);
    const msg = 'This line is not JSON, or too long.';
    rows.push(
      value === undefined ? { line, to_number: null, msg, type: 'malformed_row' } : readRow(value, line),
    );
  }
  return rows;
}

const record = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

const NUMBER_COLUMNS = ['to_number', 'phone_number', 'phone', 'number'];
const LOCATION = ['country', 'region', 'timezone'];

function readCsv(text: string, most: number): RecipientRow[] {
  const rows: RecipientRow[] = [];
  let names: readonly string[] | undefined;
  let number = -1;
  // Row by row: the cells of all would fill the memory.
  const on_record = (row: unknown) => {
    const { record: cells, info } = record.parse(row);
    if (!names) {
      names = cells.map((name) => name.toLowerCase().replaceAll(/\s+/g, '_'));
      number = names.findIndex((name) => NUMBER_COLUMNS.includes(name));
    } else if (number >= 0) rows.push(readCells(cells, { names, number, line: info.lines }));
    return undefined;
  };
  try {
    parse(text, {
      ...{ delimiter: delimiterOf(text), bom: true, info: true, trim: true, skip_empty_lines: true },
      ...{ relax_column_count: true, relax_quotes: true, max_record_size: MAX_ROW_LENGTH },
      // The header, and one more.
      ...{ to: most + 2, on_record, cast: boundColumns },
    });
    return number < 0 ? [noNumbers()] : rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const msg = error.code === ROW_TOO_LARGE ? TOO_LARGE : error.message;
    return [{ line: Number(error.lines ?? 1), to_number: null, msg, type: 'malformed_row' }];
  }
}

const TOO_LARGE = `A row may have at most ${MAX_COLUMNS} columns and ${MAX_ROW_LENGTH} characters.`;

/** Refuses a row while it is read. */
function boundColumns(cell: string, { index, lines }: CastingContext): string {
  if (Number(index) < MAX_COLUMNS) return cell;
  throw new CsvError(ROW_TOO_LARGE, TOO_LARGE, undefined, { lines });
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
