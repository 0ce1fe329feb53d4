/** A call that comes so much after its turn has missed it: others have theirs by then. Milliseconds. */
const MISSED_AFTER_MS = 3_000;

/** A turn that comes within so many milliseconds is waited for on the spot: queues count in whole seconds. */
const NEAR_MS = 1_000;

/** The longest that a queue keeps a message back, in seconds; SQS allows 12 hours from its receipt. */
const LONGEST_POSTPONEMENT_SECONDS = 11 * 3600;

/** Whether a call has its turn to be dialled still before it. */
export function holdsDialSlot(turn: Date | undefined, now: Date): turn is Date {
  return turn !== undefined && now.getTime() - turn.getTime() <= MISSED_AFTER_MS;
}

/** How a time is waited for: on the spot for so many milliseconds, or in the queue for so many seconds. */
export type Wait = { readonly onTheSpotMs: number } | { readonly inQueueSeconds: number };

/** How to wait for a time. In the queue it may be for less than it takes: then it is waited again. */
export function waitUntil(time: Date, now: Date): Wait {
  const ms = time.getTime() - now.getTime();
  if (ms <= NEAR_MS) return { onTheSpotMs: Math.max(0, ms) };
  return { inQueueSeconds: Math.min(Math.floor(ms / 1000), LONGEST_POSTPONEMENT_SECONDS) };
}
