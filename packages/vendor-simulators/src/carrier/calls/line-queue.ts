import type { Line } from '../callees/callee-config.ts';

/** Wakes waiters when something changes, without polling. */
export class Notifier {
  #waiting = new Set<() => void>();

  notify(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Resolves with true at the next notification, with false after `timeoutMs` without one. Rejects when aborted. */
  next(signal: AbortSignal, timeoutMs = 3_600_000): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const stopWaiting = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', abort);
        finish();
      };
      const wake = () => stopWaiting(() => resolve(true));
      const abort = () => stopWaiting(() => reject(signal.reason));
      const timer = setTimeout(() => stopWaiting(() => resolve(false)), timeoutMs);
      this.#waiting.add(wake);
      signal.addEventListener('abort', abort);
    });
  }
}

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
      await this.#changes.next(signal);
    }
  }

  drop(): void {
    this.#lines.shift();
  }
}
