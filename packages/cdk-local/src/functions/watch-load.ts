/** The period for which the load is measured, in milliseconds. */
const WINDOW_MS = 250;

/** The share of its time in which a busy thread works. */
const BUSY = 0.7;

/** Returns a function that tells whether this thread, which handles everything, has lately had little idle time. */
export function watchLoad(): () => boolean {
  let start = performance.eventLoopUtilization();
  let startedAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - startedAt >= WINDOW_MS) {
      isBusy = performance.eventLoopUtilization(start).utilization > BUSY;
      start = performance.eventLoopUtilization();
      startedAt = performance.now();
    }
    return isBusy;
  };
}
