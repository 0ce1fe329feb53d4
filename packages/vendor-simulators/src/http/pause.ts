import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds (0 yields once). Rejects when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal }));
}
