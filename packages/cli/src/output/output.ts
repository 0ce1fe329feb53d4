import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { markdownTable } from 'markdown-table';
import stringWidth from 'string-width';
import { printable } from './printable.ts';

type Style = Parameters<typeof styleText>[0];

/** The columns of a table, and what each shows of a record. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => unknown>>;

/** The output of a command: JSON for programs, or tables and lines for people. */
export class Output {
  readonly #stream: Writable;
  readonly isJson: boolean;

  constructor(stream: Writable, { isJson }: { readonly isJson: boolean }) {
    this.#stream = stream;
    this.isJson = isJson;
  }

  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#stream });
  }

  /** A line for people only. */
  say(line: string): void {
    if (!this.isJson) this.#write(line);
  }

  /** A line for people, or a record of its own for programs (JSON Lines). */
  event(record: unknown, line: string): void {
    this.#write(this.isJson ? JSON.stringify(record) : line);
  }

  /** A record: all of its JSON for programs; some of its fields, one a line, for people. */
  record<Item>(item: Item, fields: Columns<Item>): void {
    if (this.isJson) {
      this.json(item);
      return;
    }
    const rows = Object.entries(fields).flatMap(([label, read]) => {
      const text = cell(read(item));
      return text === '' ? [] : [{ label, text }];
    });
    const width = Math.max(0, ...rows.map(({ label }) => label.length));
    for (const { label, text } of rows) this.#write(`${this.paint('dim', label.padEnd(width))}  ${text}`);
  }

  /** Records: a JSON array for programs, a table for people. */
  table<Item>(items: readonly Item[], columns: Columns<Item>, none: string): void {
    if (this.isJson) this.json(items);
    else if (items.length === 0) this.#write(none);
    else this.#write(tableOf(items, columns));
  }

  json(value: unknown): void {
    this.#write(JSON.stringify(value, null, 2));
  }

  #write(line: string): void {
    this.#stream.write(`${line}\n`);
  }
}

function tableOf<Item>(items: readonly Item[], columns: Columns<Item>): string {
  const rows = items.map((item) => Object.values(columns).map((read) => cell(read(item)) || '–'));
  return markdownTable([Object.keys(columns), ...rows], {
    stringLength: stringWidth,
    delimiterStart: false,
    delimiterEnd: false,
  });
}

/** Columns of a cell beyond which it is cut. */
const MAX_CELL = 60;

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = printable(typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
  return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL - 1).trimEnd()}…`;
}

/** How long a call lasted; undefined before its end. */
export function durationOf({ start_time: start, end_time: end }: { start_time?: string; end_time?: string }) {
  if (!start || !end) return undefined;
  const seconds = Math.round((Date.parse(end) - Date.parse(start)) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
