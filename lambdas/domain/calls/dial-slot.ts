/** Milliseconds after its dial slot at which a call has missed it: other calls have the later slots. */
const MISSED_AFTER_MS = 3_000;

/** A dial slot that comes within this many milliseconds is awaited at once: queues delay by whole seconds. */
const NEAR_MS = 1_000;

/** The longest that a queue keeps a message back, in seconds; SQS allows 12 hours from its receipt. */
const LONGEST_POSTPONEMENT_SECONDS = 11 * 3600;

/** Whether a call can still use its dial slot. */
export function holdsDialSlot(turn: Date | undefined, now: Date): turn is Date {
  return turn !== undefined && now.getTime() - turn.getTime() <= MISSED_AFTER_MS;
}

/** How a time is awaited: at once for some milliseconds, or in the queue for some seconds. */
export type Wait = { readonly onTheSpotMs: number } | { readonly inQueueSeconds: number };

/** How to wait for a time. In the queue it may be for less than it takes: then it is waited again. */
export function waitUntil(time: Date, now: Date): Wait {
  const ms = time.getTime() - now.getTime();
  if (ms <= NEAR_MS) return { onTheSpotMs: Math.max(0, ms) };
  return { inQueueSeconds: Math.min(Math.floor(ms / 1000), LONGEST_POSTPONEMENT_SECONDS) };
}
