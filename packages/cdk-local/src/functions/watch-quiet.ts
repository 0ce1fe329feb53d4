/** Milliseconds without work after which it is quiet: longer than the steps of one conversation are apart. */
const QUIET_MS = 5_000;

/** Tells whether no work that runs within `during` is under way or has lately ended. */
export function watchQuiet(): {
  isQuiet(): boolean;
  during<T>(work: () => Promise<T>): Promise<T>;
} {
  let underWay = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    isQuiet: () => underWay === 0 && performance.now() - endedAt >= QUIET_MS,
    during: async (work) => {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        endedAt = performance.now();
      }
    },
  };
}
