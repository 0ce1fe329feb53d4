/**
 * Receives of a waiting message after which a schedule sends it anew. Until then it stays hidden in the queue. The rest
 * of the receives that the queue permits is left for failures.
 */
export const MAX_PERMIT_WAITS = 20;

/**
 * Receives after which the shortest wait doubles, up to the longest (seconds). A standard queue may have 120,000
 * messages in flight, hidden ones included; 50 consumers look at far fewer within one longest wait.
 */
const SHORT_WAITS = 1;
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 10;

/** A wait is up to three times the shortest, so that messages refused together are not retried together. */
const SPREAD = 2;

/** Seconds for which a schedule waits. */
const SCHEDULED_SECONDS = 60;

/** How a delivery without a permit waits. */
export type PermitWait =
  /** Its message stays hidden in the queue for `seconds`. */
  | { readonly kind: 'hidden'; readonly seconds: number }
  /** A schedule sends its message anew after `seconds`. */
  | { readonly kind: 'scheduled'; readonly seconds: number };

/** How to wait after `received` receives; `random` is from 0 to 1. */
export function permitWait(received: number, random: number): PermitWait {
  const spread = 1 + SPREAD * random;
  if (received >= MAX_PERMIT_WAITS)
    return { kind: 'scheduled', seconds: Math.round(SCHEDULED_SECONDS * spread) };
  const doubled = SHORTEST_SECONDS * 2 ** Math.max(0, received - SHORT_WAITS);
  return { kind: 'hidden', seconds: Math.round(Math.min(LONGEST_SECONDS, doubled) * spread) };
}
