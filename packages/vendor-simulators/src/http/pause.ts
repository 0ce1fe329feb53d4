import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds (0 lets other work run once); rejects as soon as the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal }));
}
