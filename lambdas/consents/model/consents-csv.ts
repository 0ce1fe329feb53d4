import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import {
  type ConsentInput,
  consentInput,
  type consentRecord,
  MAX_RECORDS,
  type StoredConsent,
} from './consent.ts';

interface RowIssue {
  /** `csv`, and the column unless the whole row is meant. */
  readonly loc: string[];
  readonly msg: string;
  readonly type: string;
}

/** A row of a file: its consent, or what is wrong with it. */
export type CsvRow = { readonly line: number } & (
  | { readonly input: ConsentInput }
  | { readonly error: RowIssue }
);

const record = z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) });

/** Characters of a header that are looked at. */
const HEADER_LENGTH = 10_000;

/** The separator of a CSV file: that of commas, semicolons and tabs which its header has most of. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.slice(0, HEADER_LENGTH).split('\n', 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  const [delimiter = ','] = [',', ';', '\t'].sort((one, other) => count(other) - count(one));
  return delimiter;
}

/**
 * Reads a file with a header of the fields of a consent. An empty cell is a field that is left out. Beyond 1,000 rows,
 * each row is refused. A row with more cells than the header spoils the file: words may not become other fields.
 */
export function readCsv(text: string): CsvRow[] {
  try {
    const rows = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      trim: true,
    });
    return z
      .array(record)
      .parse(rows)
      .map(({ record: row, info }, index) =>
        index < MAX_RECORDS
          ? readRow(row, info.lines)
          : refused(info.lines, {
              loc: ['csv'],
              msg: 'Import at most 1,000 rows at once.',
              type: 'too_many_rows',
            }),
      );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [refused(Number(error.lines ?? 1), { loc: ['csv'], msg: error.message, type: 'malformed_csv' })];
  }
}

const refused = (line: number, error: RowIssue): CsvRow => ({ line, error });

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

function readRow(cells: Readonly<Record<string, string>>, line: number): CsvRow {
  const filled = Object.entries(cells).filter(([, cell]) => cell !== '');
  const number = cells.phone_number ?? '';
  if (/^\d([.,]\d+)?E\+\d+$/i.test(number)) {
    const msg = `A spreadsheet rounded this number to ${number}; format the column as text and save again.`;
    return refused(line, { loc: ['csv', 'phone_number'], msg, type: 'rounded_number' });
  }
  const values = filled.map(([name, cell]) =>
    name === 'written' || name === 'artificial_voice'
      ? [name, FLAGS[cell.toLowerCase()] ?? cell]
      : [name, cell],
  );
  const { data, error } = consentInput.safeParse(Object.fromEntries(values));
  if (data) return { line, input: data };
  const [issue] = error.issues;
  return refused(line, {
    loc: ['csv', ...(issue?.path ?? []).map(String)],
    msg: issue?.message ?? 'Invalid value.',
    type: issue?.code ?? 'invalid_value',
  });
}

const COLUMNS = [
  'phone_number',
  'type',
  'purpose',
  'words',
  'source',
  'recorded_by',
  'at',
  'valid_until',
  'written',
  'artificial_voice',
  'call_id',
  'id',
  'created_at',
] as const satisfies readonly (keyof z.infer<typeof consentRecord>)[];

/** Records as a file for spreadsheets. A cell that begins like a formula gets an apostrophe, so that none is run. */
export const csvOf = (records: readonly StoredConsent[]): string =>
  [
    COLUMNS.join(','),
    ...records.map((each) => COLUMNS.map((name) => cellOf(each[name], name)).join(',')),
  ].join('\r\n');

function cellOf(value: string | boolean | null, name: string): string {
  const text = String(value ?? '');
  const safe = name !== 'phone_number' && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
