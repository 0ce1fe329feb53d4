/** Rows as CSV (RFC 4180). What a spreadsheet would run as a formula begins with an apostrophe. */
export function csvOf(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function cell(value: unknown): string {
  const text =
    value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const harmless = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Phone numbers and other numbers aren't formulas. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * The places before what a spreadsheet may run. Some take a semicolon, a tab or a line break within a cell as the end of
 * it.
 */
const FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;
