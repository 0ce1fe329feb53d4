/**
 * A message that waits for a permit stays in the queue, hidden for a while each time it is received. After this many receives it is
 * sent anew by a schedule, so that enough of the receives that the queue allows it are left for failures.
 */
export const MAX_PERMIT_WAITS = 20;

/**
 * The shortest wait doubles after this many receives, up to the longest (seconds). Hidden messages count against the 120,000 that a
 * standard queue may have in flight: what 50 consumers can look at within a longest wait stays well below that.
 */
const SHORT_WAITS = 1;
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 10;

/** A wait is up to three times the shortest, so that what was refused together does not come again together. */
const SPREAD = 2;

/** What waits by a schedule waits this long (seconds). */
const SCHEDULED_SECONDS = 60;

/** How a delivery waits that found no permit. */
export type PermitWait =
  /** Its message stays hidden in the queue for this long. */
  | { readonly kind: 'hidden'; readonly seconds: number }
  /** A schedule sends its message anew after this long. */
  | { readonly kind: 'scheduled'; readonly seconds: number };

/** How a delivery waits whose message was received this many times; `random` is a number from 0 to 1. */
export function permitWait(received: number, random: number): PermitWait {
  const spread = 1 + SPREAD * random;
  if (received >= MAX_PERMIT_WAITS)
    return { kind: 'scheduled', seconds: Math.round(SCHEDULED_SECONDS * spread) };
  const doubled = SHORTEST_SECONDS * 2 ** Math.max(0, received - SHORT_WAITS);
  return { kind: 'hidden', seconds: Math.round(Math.min(LONGEST_SECONDS, doubled) * spread) };
}
