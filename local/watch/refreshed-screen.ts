import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import { styleText } from 'node:util';
import type { Output } from '../call/screen.ts';
import { wrap } from '../call/wrap.ts';

export interface Line {
  readonly text: string;
  /** @default plain */
  readonly style?: Parameters<typeof styleText>[0];
}

/** Columns and rows of a terminal of unknown size. */
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** Replaces the lines that it showed before; in a file or a pipe, appends lines. */
export class RefreshedScreen {
  readonly #output: Output & { readonly rows?: number };
  #shown = 0;

  constructor(output: Output & { readonly rows?: number }) {
    this.#output = output;
  }

  get isTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  show(lines: readonly Line[]): void {
    if (!this.isTerminal) {
      for (const { text } of lines) this.#output.write(`${text}\n`);
      this.#output.write('\n');
      return;
    }
    moveCursor(this.#output, 0, -this.#shown);
    cursorTo(this.#output, 0);
    clearScreenDown(this.#output);
    const rows = this.#rowsOf(lines);
    this.#output.write(rows.map((row) => `${row}\n`).join(''));
    this.#shown = rows.length;
  }

  /** The rows that fit on the screen: rows that scroll out of the terminal could not be replaced. */
  #rowsOf(lines: readonly Line[]): string[] {
    const columns = this.#output.columns ?? DEFAULT_COLUMNS;
    const most = Math.max(1, (this.#output.rows ?? DEFAULT_ROWS) - 1);
    const rows = lines.flatMap(({ text, style }) =>
      wrap(text, columns).map((row) => (style ? styleText(style, row, { stream: this.#output }) : row)),
    );
    return rows.length <= most ? rows : [...rows.slice(0, most - 1), '…'];
  }
}
