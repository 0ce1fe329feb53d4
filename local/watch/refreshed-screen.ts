import wrapAnsi from 'wrap-ansi';
import { Screen, type Style } from '../call/screen.ts';

export interface Line {
  readonly text: string;
  /** @default plain */
  readonly style?: Style;
}

/** Assumed rows if the terminal's height is unknown. */
const DEFAULT_ROWS = 24;

/** Replaces the previous lines on a terminal; appends lines in a file or pipe. */
export class RefreshedScreen extends Screen {
  #shownRows = 0;

  show(lines: readonly Line[]): void {
    if (!this.isTerminal) {
      this.output.write(
        lines
          .map(({ text }) => `${text}\n`)
          .join('')
          .concat('\n'),
      );
      return;
    }
    this.erase(this.#shownRows);
    const rows = this.#rowsOf(lines);
    this.output.write(rows.map((row) => `${row}\n`).join(''));
    this.#shownRows = rows.length;
  }

  /** The rows that fit on the screen: rows that scroll out of the terminal could not be replaced. */
  #rowsOf(lines: readonly Line[]): string[] {
    const most = Math.max(1, (this.output.rows ?? DEFAULT_ROWS) - 1);
    const rows = lines.flatMap(({ text, style }) =>
      wrapAnsi(text, this.columns, { hard: true, trim: false })
        .split('\n')
        .map((row) => (style ? this.paint(style, row.trimEnd()) : row.trimEnd())),
    );
    return rows.length <= most ? rows : [...rows.slice(0, most - 1), '…'];
  }
}
