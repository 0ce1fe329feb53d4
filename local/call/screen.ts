import { clearScreenDown, cursorTo, type Interface, moveCursor } from 'node:readline';
import type { Writable } from 'node:stream';
import { stripVTControlCharacters, styleText } from 'node:util';
import stringWidth from 'string-width';

/** The command's output: a terminal, a file or a pipe. */
type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

export type Style = Parameters<typeof styleText>[0];

/** Assumed columns if the terminal's width is unknown. */
const DEFAULT_COLUMNS = 80;

/** Prints final lines; on a terminal, below them, one line that still grows, and the user's input. */
export class Screen {
  readonly #output: Output;
  #growing = '';
  #input: Interface | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Whether a line can be shown while it grows. */
  get isTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  /** Columns in a row; unlimited for a file. */
  get columns(): number {
    return this.isTerminal ? this.#output.columns || DEFAULT_COLUMNS : Number.POSITIVE_INFINITY;
  }

  /** Colors a text if the output, NO_COLOR and FORCE_COLOR permit. */
  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#output });
  }

  /** Prints a final line. */
  print(line: string): void {
    this.#redraw(() => this.#output.write(`${line}\n`));
  }

  /** Prints further final lines and replaces the growing line, which must fit in a row. */
  grow(line: string, above: readonly string[] = []): void {
    this.#redraw(() => {
      for (const row of above) this.#output.write(`${row}\n`);
      if (this.isTerminal) this.#growing = line;
    });
  }

  /** Keeps the user's input at the bottom; undefined ends that. */
  keepBelow(input: Interface | undefined): void {
    this.#redraw(() => {
      if (this.isTerminal) this.#input = input;
    });
  }

  /** Removes a line that the user entered, because it appears again when the callee says it. */
  takeTyped(typed: string): void {
    if (!this.isTerminal || !this.#input) return;
    const columns = stringWidth(stripVTControlCharacters(this.#input.getPrompt() + typed));
    moveCursor(this.#output, 0, -Math.floor(columns / this.columns) - 1);
    this.#redraw(() => undefined);
  }

  #redraw(change: () => void): void {
    if (this.isTerminal) {
      const rows = (this.#input?.getCursorPos().rows ?? 0) + (this.#input && this.#growing ? 1 : 0);
      moveCursor(this.#output, 0, -rows);
      cursorTo(this.#output, 0);
      clearScreenDown(this.#output);
    }
    change();
    if (!this.isTerminal) return;
    this.#output.write(this.#growing);
    if (!this.#input) return;
    // Readline moves up to the input's start before rewriting it.
    this.#output.write((this.#growing ? '\n' : '') + '\n'.repeat(this.#input.getCursorPos().rows));
    this.#input.prompt(true);
  }
}
