/** How far back one looks, in milliseconds. */
const WINDOW_MS = 250;

/** The share of its time in which a busy thread has work. */
const BUSY = 0.7;

/** Gives what tells whether this thread, through which everything goes, has lately had little time to spare. */
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
