/** The times of asking ahead, in milliseconds. */
export interface AheadTimes {
  /**
   * Milliseconds without further words after which the caller may have finished. The vendor's model reports words every
   * 250 ms while a person speaks: https://developers.deepgram.com/docs/flux/state
   */
  readonly stableMs: number;
  /** Milliseconds between two checks whether the words are final. */
  readonly pollMs: number;
  /** Milliseconds for which the invocation of the final words waits for the one that has the answer. */
  readonly adoptMs: number;
}

export const AHEAD_TIMES: AheadTimes = { stableMs: 300, pollMs: 25, adoptMs: 250 };

/** Milliseconds after the vendor's longest silence after which its final words are missing. */
export const FINAL_LATE_MS = 500;

/** The same at the least: the final words take the same way as the words before them, whose arrival counts. */
export const LEAST_LATE_MS = 250;

/**
 * Milliseconds after a caller's words after which the agent speaks at the latest: within 3 seconds the caller hears it,
 * with what it takes to store and send it.
 */
export const HEARD_WITHIN_MS = 2_750;
