import type { Line } from './callee-config.ts';
import { Notifier } from './notifier.ts';

/** How long one wait for a line lasts before it is renewed, in milliseconds; any long time does. */
const RENEW_MS = 3_600_000;

/** What a person tells an interactive callee to do, in order. */
export class LineQueue {
  readonly #lines: Line[] = [];
  readonly #changes = new Notifier();

  push(line: Line): void {
    this.#lines.push(line);
    this.#changes.notify();
  }

  /** The next line, as soon as there is one; rejects when aborted. */
  async take(signal: AbortSignal): Promise<Line> {
    for (;;) {
      const line = this.#lines.shift();
      if (line) return line;
      await this.#changes.next(RENEW_MS, signal);
    }
  }
}
