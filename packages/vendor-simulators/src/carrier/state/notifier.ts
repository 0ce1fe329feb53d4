/** Wakes waiters when something changes, without polling. */
export class Notifier {
  #waiting = new Set<() => void>();

  notify(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Resolves with true at the next notification, with false after `timeoutMs` without one. Rejects when aborted. */
  next(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
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
