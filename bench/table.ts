/** A measured table. */
export interface Table {
  readonly title: string;
  /** What was measured and how, in Markdown: a few sentences, and a list of the columns if they need one. */
  readonly note: string;
  readonly columns: readonly string[];
  /** One row for each measured item; texts are aligned left, numbers (made with `number`) right. */
  readonly rows: readonly (readonly Cell[])[];
}

/** A number is formatted when it is printed, with `digits` decimals. */
export type Cell = string | { readonly value: number; readonly digits: number };

/** A number in a table. */
export function number(value: number, digits = 0): Cell {
  return { value, digits };
}

/** Whether a value is within its goal, the largest permitted value. */
export function verdict(value: number, goal: number): string {
  return value <= goal ? 'kept' : '**MISSED**';
}

/** The table in Markdown, with padded columns for terminals. */
export function renderTable({ title, note, columns, rows }: Table): string {
  const texts = rows.map((row) => row.map(show));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...texts.map((row) => row[index]?.length ?? 0)),
  );
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === 'object'));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => pad(cell, widths[index] ?? 0, isNumeric[index] ?? false)).join(' | ')} |`;
  const rule = widths.map((width, index) =>
    isNumeric[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [`## ${title}`, '', note, '', line(columns), `| ${rule.join(' | ')} |`, ...texts.map(line), ''].join(
    '\n',
  );
}

function show(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell.value.toLocaleString('en-US', {
    minimumFractionDigits: cell.digits,
    maximumFractionDigits: cell.digits,
  });
}

function pad(text: string, width: number, toTheRight: boolean): string {
  return toTheRight ? text.padStart(width) : text.padEnd(width);
}
