import type { Listening } from '../../telephony/speech-recognition.ts';
import { FINAL_LATE_MS, HEARD_WITHIN_MS, LEAST_LATE_MS } from './times.ts';

/** The vendor's longest silence if it chooses one itself, in milliseconds. */
const LONGEST_MS = 5_000;

/**
 * Milliseconds after words within which the vendor must report that they are final, or report further words. Where the
 * vendor waits no longer than 2.5 seconds, the caller hears something within 3 seconds of their words. An agent that is
 * configured to wait longer for a caller who pauses must not speak before that: the words may still become final.
 */
export function longestWaitMs({ silenceMs }: Listening): number {
  const silence = silenceMs === 'auto' ? LONGEST_MS : silenceMs;
  return Math.max(silence + LEAST_LATE_MS, Math.min(silence + FINAL_LATE_MS, HEARD_WITHIN_MS));
}
