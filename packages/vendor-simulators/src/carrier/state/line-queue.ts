import type { Line } from '../callees/callee-config.ts';
import { Notifier } from './notifier.ts';

/** Milliseconds after which a wait is renewed; any long time works. */
const RENEW_MS = 3_600_000;

/** The remaining lines of a person in a call, in order: the rest of the script, then lines of the control API. */
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

  drop(): void {
    this.#lines.shift();
  }
}
