/** Milliseconds between two pieces of work, so that an arriving request waits for at most one of them. */
const GAP_MS = 200;

/** Runs a piece of work later, when nothing else is running; the same piece waits only once. */
export type WhenQuiet = (work: () => void) => void;

/** Work that waits until `isQuiet` and is then done piece by piece. */
export function createQuietQueue(isQuiet: () => boolean): WhenQuiet {
  const waiting = new Set<() => void>();
  let isWatching = false;
  const watch = () => {
    isWatching = waiting.size > 0;
    if (isWatching) setTimeout(look, GAP_MS).unref();
  };
  const look = () => {
    const [next] = waiting;
    if (next && isQuiet()) {
      waiting.delete(next);
      next();
    }
    watch();
  };
  return (work) => {
    waiting.add(work);
    if (!isWatching) watch();
  };
}

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
