import type { Listening } from '../../vendors/telephony/speech-recognition.ts';

export interface SpeculationTimes {
  /** The vendor reports words every 250 ms while a person speaks: https://developers.deepgram.com/docs/flux/state */
  readonly stableMs: number;
  readonly pollMs: number;
  /** For which the invocation of the final words waits for the one that has the answer. */
  readonly adoptMs: number;
}

export const SPECULATION_TIMES: SpeculationTimes = { stableMs: 300, pollMs: 25, adoptMs: 250 };

/** The vendor's longest silence if it chooses one itself. */
const LONGEST_SILENCE_MS = 5_000;
/** How late final words may be after the vendor's longest silence: usually, and at the least. */
const FINAL_LATE_MS = 500;
const LEAST_LATE_MS = 250;
/** After a contact's words the agent speaks at the latest, so that it is heard within 3 seconds. */
const HEARD_WITHIN_MS = 2_750;

/** The longest wait for final words, for any agent. */
export const LONGEST_WAIT_MS = LONGEST_SILENCE_MS + LEAST_LATE_MS;

/** Milliseconds within which words must become final or go on. A patient agent must not speak before its silence. */
export function longestWaitMs({ silenceMs }: Pick<Listening, 'silenceMs'>): number {
  const silence = silenceMs === 'auto' ? LONGEST_SILENCE_MS : silenceMs;
  return Math.max(silence + LEAST_LATE_MS, Math.min(silence + FINAL_LATE_MS, HEARD_WITHIN_MS));
}
