/** A row of a file, with the line on which it begins, from 1. */
interface Line {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether its quotation marks do not match: values and lines may be one. */
  readonly isBroken: boolean;
}

/** A file of comma-separated values: the names of its columns, and its rows without empty ones. */
export interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly Line[];
}

/** Bytes of the largest file that is read: a hundred thousand rows with some values each. */
export const MOST_BYTES = 20_000_000;

/** Reads a file in any encoding of a spreadsheet. */
export async function readSheet(
  file: Pick<File, 'arrayBuffer'>,
  isNumber: (text: string) => boolean,
): Promise<Sheet> {
  const [bytes, { default: Papa }] = await Promise.all([file.arrayBuffer(), import('papaparse')]);
  const text = textOf(bytes);
  // Empty rows count for the numbers of lines, and must not count for the guess of what stands between values.
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const broken = errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row] : []));
  return sheetOf(data, isNumber, broken);
}

/**
 * Spreadsheets write UTF-8, UTF-16 (“Unicode text”), and older ones Windows-1252, or Mac OS Roman, whose lines end with
 * a carriage return only. Text has zero bytes in UTF-16 only.
 */
function textOf(bytes: ArrayBuffer): string {
  const start = new Uint8Array(bytes.slice(0, SNIFFED_BYTES));
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if ((start[0] === 0xff && start[1] === 0xfe) || odd > even)
    return new TextDecoder('utf-16le').decode(bytes);
  if ((start[0] === 0xfe && start[1] === 0xff) || even > odd)
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isOfMac = start.includes(0x0d) && !start.includes(0x0a);
    return new TextDecoder(isOfMac ? 'macintosh' : 'windows-1252').decode(bytes);
  }
}

/** Bytes at the beginning of a file that tell its encoding. */
const SNIFFED_BYTES = 4096;

/**
 * The sheet of parsed rows. The first row names the columns, unless it has a telephone number or is broken.
 * @param broken the places of rows whose quotation marks do not match
 */
export function sheetOf(
  parsed: readonly (readonly string[])[],
  isNumber: (text: string) => boolean,
  broken: readonly number[] = [],
): Sheet {
  let line = 1;
  const rows: Line[] = [];
  for (const [at, raw] of parsed.entries()) {
    // The console's own CSV export puts an apostrophe before numbers with spaces, against formulas.
    const cells = raw.map((cell) => cell.trim().replace(/^'(?=\+)/, ''));
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells, isBroken: broken.includes(at) });
    // A quoted value may have line breaks of its own.
    line += 1 + raw.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  const [first, ...others] = rows;
  const isHeader = first !== undefined && !first.isBroken && !first.cells.some(isNumber);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const names = isHeader ? first.cells : [];
  return {
    columns: Array.from({ length: width }, (_, at) => names[at] || `Column ${at + 1}`),
    rows: isHeader ? others : rows,
  };
}
