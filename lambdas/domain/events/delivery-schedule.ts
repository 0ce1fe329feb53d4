/** The outcome of an attempt. */
export type DeliveryOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The receiver's `Retry-After`. */
      readonly retryAfterSeconds?: number | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** What follows from an outcome. */
export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: Date }
  /** The receiver wants no further events. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'exhausted' };

/** When attempts are made. */
export interface DeliverySchedule {
  /** Waits between attempts, in seconds; the last attempt follows the last wait. */
  readonly retrySeconds: readonly number[];
  readonly now: Date;
  /** A random number from 0 to 1. */
  readonly random: () => number;
}

/** Each wait varies by this share, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** Longest wait that a receiver may ask for, in seconds. */
const MAX_RETRY_AFTER_SECONDS = 12 * 3600;

/** Decides after attempt number `attempt` (from 1): only a 2xx answer is success. */
export function decide(
  outcome: DeliveryOutcome,
  attempt: number,
  { retrySeconds, now, random }: DeliverySchedule,
): DeliveryDecision {
  if (isSuccess(outcome)) return { kind: 'delivered' };
  if (outcome.kind === 'answered' && outcome.status === 410) return { kind: 'gone' };
  const wait = retrySeconds[attempt - 1];
  if (wait === undefined) return { kind: 'exhausted' };
  const jittered = wait * (1 - JITTER + 2 * JITTER * random());
  const asked = outcome.kind === 'answered' ? (outcome.retryAfterSeconds ?? 0) : 0;
  const seconds = Math.max(jittered, Math.min(asked, MAX_RETRY_AFTER_SECONDS));
  return { kind: 'retry', at: new Date(now.getTime() + Math.round(seconds * 1000)) };
}

/** Whether the receiver accepted the event. */
export const isSuccess = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** Parses a `Retry-After`, in seconds or as a date. Returns undefined if it is neither. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000);
}
