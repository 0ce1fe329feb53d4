import { clearScreenDown, cursorTo, type Interface, moveCursor } from 'node:readline';
import type { Writable } from 'node:stream';
import { stripVTControlCharacters, styleText } from 'node:util';
import { columnsOf } from './wrap.ts';

/** Where the command writes: a terminal, or a file or pipe. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

type Style = Parameters<typeof styleText>[0];

/** Columns of a terminal that does not tell. */
const DEFAULT_COLUMNS = 80;

/**
 * Lines that stay, below them on a terminal one line that still grows, and below that what the person types. On
 * anything but a terminal there are only lines that stay.
 */
export class Screen {
  readonly #output: Output;
  #growing = '';
  #input: Interface | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** True when a line can be shown while it grows. */
  get isTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  /** Room in a row, in columns; a row of a file has no end. */
  get columns(): number {
    return this.isTerminal ? (this.#output.columns ?? DEFAULT_COLUMNS) : Number.POSITIVE_INFINITY;
  }

  /** Colours a text where the output and the person's NO_COLOR and FORCE_COLOR want it coloured. */
  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#output });
  }

  /** Writes a line that stays. */
  print(line: string): void {
    this.#redraw(() => this.#output.write(`${line}\n`));
  }

  /** Shows the line that grows in place of what it was, below lines that stay; it must fit in a row. */
  grow(line: string, above: readonly string[] = []): void {
    this.#redraw(() => {
      for (const row of above) this.#output.write(`${row}\n`);
      if (this.isTerminal) this.#growing = line;
    });
  }

  /** Keeps what the person types at the bottom; undefined when nothing is typed any more. */
  keepBelow(input: Interface | undefined): void {
    if (!this.isTerminal) return;
    this.#redraw(() => {
      this.#input = input;
    });
  }

  /** Removes what the person has just sent off: it is shown again when the callee says it. */
  takeTyped(typed: string): void {
    if (!this.isTerminal || !this.#input) return;
    const columns = columnsOf(stripVTControlCharacters(this.#input.getPrompt() + typed));
    moveCursor(this.#output, 0, -Math.floor(columns / this.columns) - 1);
    this.#redraw(() => undefined);
  }

  #redraw(change: () => void): void {
    if (this.isTerminal) this.#erase();
    change();
    if (this.isTerminal) this.#draw();
  }

  #erase(): void {
    const typedRows = this.#input?.getCursorPos().rows ?? 0;
    moveCursor(this.#output, 0, -(typedRows + (this.#input && this.#growing ? 1 : 0)));
    cursorTo(this.#output, 0);
    clearScreenDown(this.#output);
  }

  #draw(): void {
    this.#output.write(this.#growing);
    if (!this.#input) return;
    // Readline goes up to where what is typed began before it writes it again.
    this.#output.write((this.#growing ? '\n' : '') + '\n'.repeat(this.#input.getCursorPos().rows));
    this.#input.prompt(true);
  }
}
