/** Promises that wait for the same event. */
export interface Waiters {
  /** Resolves at the next `wake`, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    wait: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done);
      }),
    wake: () => {
      for (const done of [...waiting]) done();
    },
  };
}
