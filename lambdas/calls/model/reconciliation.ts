import * as z from 'zod/mini';
import type { StoredCall } from './call.ts';

/** Seconds after its time, or after it was last seen in the dial queue, after which a call is never dialed. */
export const UNDIALED_SECONDS = 900;

export type ReconciledKind = 'call' | 'number' | 'purchase';

export const vendorFailures = z.object({
  failures: z.int(),
  /** Consecutive refusals of the account (401, 403, 404), and the time of the first: ISO 8601, UTC. */
  refusals: z.int(),
  refused_since: z.optional(z.string()),
});
export type VendorFailures = z.infer<typeof vendorFailures>;

export const NO_FAILURES: VendorFailures = { failures: 0, refusals: 0 };

export function failuresAfter(
  before: VendorFailures,
  { isRefusal, now }: { readonly isRefusal: boolean; readonly now: Date },
): VendorFailures {
  const failures = before.failures + 1;
  if (!isRefusal) return { ...before, failures };
  const refused_since = before.refused_since ?? now.toISOString();
  return { failures, refusals: before.refusals + 1, refused_since };
}

/** Longest wait in milliseconds between failing requests; a call occupies one of its user’s open calls. */
const LONGEST_WAIT_MS: Readonly<Record<ReconciledKind, number>> = {
  call: 900_000,
  number: 3_600_000,
  purchase: 3_600_000,
};

/** Refusals, or milliseconds of them, after which a call is given up: the account may not exist. */
const MAX_REFUSALS = 5;
const MAX_REFUSED_MS = 900_000;
/** Failures after which reconciliation gives a number or purchase up: more than a week at the longest wait. */
const MAX_FAILURES = 200;

export function isGivenUp(kind: ReconciledKind, after: VendorFailures, now: Date): boolean {
  if (kind !== 'call') return after.failures >= MAX_FAILURES;
  const refusedMs = now.getTime() - Date.parse(after.refused_since ?? now.toISOString());
  return after.refusals >= MAX_REFUSALS || refusedMs >= MAX_REFUSED_MS;
}

/** The time of the next request after a failure. The wait doubles up to a bound, and ends at the time of giving up. */
export function nextRequestAt(
  kind: ReconciledKind,
  { failures, refused_since }: VendorFailures,
  {
    now,
    shortestMs,
    latest,
  }: { readonly now: Date; readonly shortestMs: number; readonly latest?: Date | undefined },
): Date {
  const doublings = Math.min(Math.max(failures - 1, 0), 20);
  const times = [now.getTime() + Math.min(shortestMs * 2 ** doublings, LONGEST_WAIT_MS[kind])];
  if (latest) times.push(latest.getTime());
  if (kind === 'call' && refused_since) times.push(Date.parse(refused_since) + MAX_REFUSED_MS);
  return new Date(Math.max(Math.min(...times), now.getTime()));
}

/** The vendor ends a call without a time limit of its own after four hours: https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource */
const DEFAULT_TIME_LIMIT_SECONDS = 14_400;
const SLACK_SECONDS = 600;

/** When a call is over, whatever the vendor reports. Only outbound calls have our limit. */
export function timeLimitOf(
  call: Pick<StoredCall, 'direction' | 'start_time' | 'dialing_at' | 'telephony_params'>,
  limits: { readonly maxCallSeconds: number; readonly ringSeconds: number },
): Date | undefined {
  const begun = call.start_time ?? call.dialing_at;
  if (begun === undefined) return undefined;
  const longest = call.direction === 'inbound' ? DEFAULT_TIME_LIMIT_SECONDS : limits.maxCallSeconds;
  return new Date(Date.parse(begun) + (ringSecondsOf(call, limits) + longest + SLACK_SECONDS) * 1000);
}

export function ringSecondsOf(
  { telephony_params }: Pick<StoredCall, 'telephony_params'>,
  { ringSeconds }: { readonly ringSeconds: number },
): number {
  return Number(telephony_params?.Timeout ?? ringSeconds);
}
