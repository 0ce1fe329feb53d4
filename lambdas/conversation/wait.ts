import { setTimeout as timeout } from 'node:timers/promises';

/** Waits for milliseconds; rejects when the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const realWait: Wait = (ms, signal) => timeout(ms, undefined, { ...(signal && { signal }) });
