import * as z from 'zod/mini';

/** The circuit breaker of a webhook's endpoint. An endpoint without failures has none. */
export const circuitBreaker = z.object({
  failures: z.int(),
  /** When the first of them happened: ISO 8601, UTC. */
  failing_since: z.string(),
  /** The end of the time for which it is open, or of the trial while it is half-open: ISO 8601, UTC. */
  open_until: z.optional(z.string()),
  openings: z.optional(z.int()),
});
export type CircuitBreaker = z.infer<typeof circuitBreaker>;

const FAILURES_TO_OPEN = 5;

/** The first and the longest open time in seconds. */
const FIRST_OPEN_SECONDS = 30;
const LONGEST_OPEN_SECONDS = 900;

/** Seconds for which a trial blocks other requests: the timeout of the delivery function. */
const TRIAL_SECONDS = 30;

/** What a circuit breaker permits now: every request, none until a time, or one trial. */
export type BreakerState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly until: Date }
  | { readonly kind: 'half-open' };

/** The state of a circuit breaker; `undefined` is closed. */
export function stateOf(breaker: CircuitBreaker | undefined, now: Date): BreakerState {
  if (!breaker || breaker.failures < FAILURES_TO_OPEN) return { kind: 'closed' };
  const until = new Date(breaker.open_until ?? 0);
  return until > now ? { kind: 'open', until } : { kind: 'half-open' };
}

export const duringTrial = (breaker: CircuitBreaker, now: Date) => ({
  ...breaker,
  open_until: after(now, TRIAL_SECONDS),
});

/** The circuit breaker after a failure. A success removes it. */
export function afterFailure(before: CircuitBreaker | undefined, now: Date): CircuitBreaker {
  const failures = (before?.failures ?? 0) + 1;
  const counted = { failing_since: now.toISOString(), ...before, failures };
  if (failures < FAILURES_TO_OPEN) return counted;
  const openings = (before?.openings ?? 0) + 1;
  const seconds = Math.min(LONGEST_OPEN_SECONDS, FIRST_OPEN_SECONDS * 2 ** (openings - 1));
  return { ...counted, openings, open_until: after(now, seconds) };
}

export const hasFailedFor = ({ failing_since }: CircuitBreaker, seconds: number, now: Date): boolean =>
  now.getTime() - Date.parse(failing_since) >= seconds * 1000;

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
