import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds (0 yields once). Rejects when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal }));
}

/** An abort is the normal end of an activity; any other error is an internal fault. */
export async function untilAborted(
  signal: AbortSignal,
  activity: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  try {
    await activity(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
