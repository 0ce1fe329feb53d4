import { markdownTable } from 'markdown-table';

/** A table of measurements. */
export interface Table {
  readonly title: string;
  /** What was measured and how, in a few Markdown sentences. */
  readonly note: string;
  readonly columns: readonly string[];
  /** A row for each measured item. Texts are aligned left, numbers (made with `number`) right. */
  readonly rows: readonly (readonly Cell[])[];
}

/** A number that is printed with `digits` decimals. */
export type Cell = string | { readonly value: number; readonly digits: number };

/** A number in a table. */
export function number(value: number, digits = 0): Cell {
  return { value, digits };
}

/** Whether a value is within its goal, the largest permitted value. */
export function verdict(value: number, goal: number): string {
  return value <= goal ? 'met' : '**MISSED**';
}

/** The table in Markdown. */
export function renderTable({ title, note, columns, rows }: Table): string {
  const align = columns.map((_, index) => (rows.some((row) => typeof row[index] === 'object') ? 'r' : ''));
  const table = markdownTable([columns, ...rows.map((row) => row.map(textOf))], { align });
  return [`## ${title}`, '', note, '', table, ''].join('\n');
}

function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  const { value, digits } = cell;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
