/**
 * Receives of a message after which it waits by a schedule, which sends it anew. The other receives that the queue
 * permits are left for failures and throttled invocations.
 */
export const MAX_HIDDEN_WAITS = 20;

/** Longest time in seconds for which a message waits in its queue, hidden again as often as necessary. */
const LONGEST_QUEUED_SECONDS = 30;

/** Messages that one consumer looks at in a second if all of them must wait: each takes it 20 ms. */
const LOOKS_A_SECOND = 50;

/**
 * Hidden messages of the queue at most. A standard queue may have 120,000 messages in flight, hidden ones included, and
 * delivers none above that: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html
 */
const MAX_HIDDEN_MESSAGES = 75_000;

/** Seconds until the earliest time of a schedule: the scheduler refuses times in the past. */
const SOONEST_SCHEDULE_SECONDS = 5;

/** A wait for a permit is up to three times the shortest, so that messages refused together do not return together. */
const SPREAD = 2;

/** The shortest wait for a permit in seconds. It doubles with each receive up to the longest one. */
const SHORTEST_SECONDS = 1;

/** The shortest wait for a permit in seconds when a schedule is used. */
const SCHEDULED_SECONDS = 60;

/**
 * How a delivery waits. Its function never sends to its own queue: Lambda stops such a chain after about 16 messages
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html).
 */
export type DeliveryWait =
  /** Its message stays hidden in the queue for `seconds`. */
  | { readonly kind: 'hidden'; readonly seconds: number }
  /** A schedule sends it anew at a time, which begins a new chain and resets its receives. */
  | { readonly kind: 'scheduled'; readonly at: Date };

/** The state of the message that waits. */
export interface WaitingMessage {
  /** Receives of the message, from 1. */
  readonly received: number;
  readonly now: Date;
  /** Concurrent consumers of the queue. */
  readonly consumers: number;
}

/**
 * Seconds for which a message may be hidden at once. More consumers hide more messages in the same time, so each of them
 * is hidden for less.
 */
export function longestHiddenSeconds(consumers: number): number {
  const seconds = Math.floor(MAX_HIDDEN_MESSAGES / (LOOKS_A_SECOND * consumers));
  return Math.min(LONGEST_QUEUED_SECONDS, Math.max(1, seconds));
}

/** How to wait until a time. A message that is hidden for a part of the wait is then received again, and waits on. */
export function waitUntil(due: Date, { received, now, consumers }: WaitingMessage): DeliveryWait {
  const seconds = Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));
  if (seconds <= LONGEST_QUEUED_SECONDS && received < MAX_HIDDEN_WAITS)
    return { kind: 'hidden', seconds: Math.min(seconds, longestHiddenSeconds(consumers)) };
  return {
    kind: 'scheduled',
    at: seconds < SOONEST_SCHEDULE_SECONDS ? later(now, SOONEST_SCHEDULE_SECONDS) : due,
  };
}

/** How to wait for a permit; `random` is from 0 to 1. */
export function waitForPermit({ received, now, consumers }: WaitingMessage, random: number): DeliveryWait {
  const spread = 1 + SPREAD * random;
  if (received >= MAX_HIDDEN_WAITS) return { kind: 'scheduled', at: later(now, SCHEDULED_SECONDS * spread) };
  const doubled = SHORTEST_SECONDS * 2 ** Math.max(0, received - 1);
  const longest = longestHiddenSeconds(consumers) / (1 + SPREAD);
  return { kind: 'hidden', seconds: Math.max(1, Math.round(Math.min(longest, doubled) * spread)) };
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
