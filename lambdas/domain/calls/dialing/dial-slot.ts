/** Milliseconds after its dial slot after which a call has missed it: the later slots belong to other calls. */
const MISSED_AFTER_MS = 3_000;

/** Milliseconds before a dial slot within which the function itself waits: queues delay by whole seconds. */
const NEAR_MS = 1_000;

/** The longest delay of a message in a queue, in seconds. SQS allows 12 hours after the message was received. */
const LONGEST_POSTPONEMENT_SECONDS = 11 * 3600;

/** Whether a call can still use its dial slot. */
export function canUseDialSlot(slot: Date | undefined, now: Date): slot is Date {
  return slot !== undefined && now.getTime() - slot.getTime() <= MISSED_AFTER_MS;
}

/** Wait in the function for milliseconds, or in the queue for seconds. */
export type Wait = { readonly onTheSpotMs: number } | { readonly inQueueSeconds: number };

/** How to wait until a time. One wait in the queue may be too short; the message then waits again. */
export function waitUntil(time: Date, now: Date): Wait {
  const ms = time.getTime() - now.getTime();
  if (ms <= NEAR_MS) return { onTheSpotMs: Math.max(0, ms) };
  return { inQueueSeconds: Math.min(Math.floor(ms / 1000), LONGEST_POSTPONEMENT_SECONDS) };
}
