import type { Line } from '../callees/callee-config.ts';
import { Notifier } from './notifier.ts';

/** How long one wait for a line lasts before it is renewed, in milliseconds; any long time does. */
const RENEW_MS = 3_600_000;

/** What the person on a call is still to do, in order: the rest of the script, then what they are told. */
export class LineQueue {
  readonly #lines: Line[];
  readonly #changes = new Notifier();

  constructor(script: readonly Line[]) {
    this.#lines = [...script];
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  push(line: Line): void {
    this.#lines.push(line);
    this.#changes.notify();
  }

  /** The next line, as soon as there is one; it stays the next until it is dropped. Rejects when aborted. */
  async next(signal: AbortSignal): Promise<Line> {
    for (;;) {
      signal.throwIfAborted();
      const line = this.#lines[0];
      if (line) return line;
      await this.#changes.next(RENEW_MS, signal);
    }
  }

  /** Takes the next line away: it is being done. */
  drop(): void {
    this.#lines.shift();
  }
}
