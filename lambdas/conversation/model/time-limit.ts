import type { Turn } from './session.ts';

/** Milliseconds before the time limit at which the agent ends a call. The vendor would cut it off in mid-sentence. */
const LAST_MS = 60_000;

/** Whether the call is in its last minute before the time limit. */
export function isTimeUp([first]: readonly Turn[], now: Date, maxCallSeconds: number): boolean {
  return (
    first !== undefined && now.getTime() >= Date.parse(first.timestamp) + maxCallSeconds * 1000 - LAST_MS
  );
}
