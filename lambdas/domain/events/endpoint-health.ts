import * as z from 'zod/mini';

/** The circuit breaker of a webhook's endpoint. An endpoint without failures has no record. */
export const endpointHealth = z.object({
  /** Consecutive failures; failures of concurrent requests count as one. */
  failures: z.int(),
  /** When the first of them happened: ISO 8601, UTC. */
  failing_since: z.optional(z.string()),
  /** The end of the time for which the circuit breaker is open: ISO 8601, UTC. */
  resting_until: z.optional(z.string()),
  /** Whether the last answer was slow. */
  slow: z.boolean(),
  /** Changes with each write. */
  version: z.int(),
});
export type EndpointHealth = z.infer<typeof endpointHealth>;

/** The result of an attempt, as the circuit breaker needs it. */
export interface Observation {
  readonly succeeded: boolean;
  readonly durationMs: number;
  readonly now: Date;
}

/** Milliseconds above which an answer is slow. */
const SLOW_MS = 2_000;

/**
 * Consecutive failures that open the circuit breaker, and the first and the longest time in seconds for which it is
 * open. SQS delays by 15 minutes at most.
 */
const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_SECONDS = 30;
const LONGEST_OPEN_SECONDS = 870;

/** Concurrent requests to an endpoint whose circuit breaker is not closed. */
export const PERMITS_UNLESS_CLOSED = 4;

/**
 * Concurrent requests to all such endpoints of a user who may have `max`: half of them, so that endpoints that fail or
 * are slow leave the other half to those that answer.
 */
export const userPermitsUnlessClosed = (max: number): number => Math.ceil(max / 2);

/** Seconds for which the trial request of a half-open circuit breaker excludes other requests. */
const TRIAL_SECONDS = 30;

/** The state of the circuit breaker after an attempt. Returns undefined if it is closed. */
export function healthAfter(
  before: EndpointHealth | undefined,
  { succeeded, durationMs, now }: Observation,
): EndpointHealth | undefined {
  const version = (before?.version ?? 0) + 1;
  const slow = durationMs > SLOW_MS;
  if (succeeded) return slow ? { failures: 0, slow, version } : undefined;
  const failures = (before?.failures ?? 0) + 1;
  return {
    failures,
    failing_since: before?.failing_since ?? now.toISOString(),
    ...(failures >= FAILURES_TO_OPEN && { resting_until: after(now, openSeconds(failures)) }),
    slow,
    version,
  };
}

/** When the circuit breaker half-opens. Returns undefined if it is not open now. */
export function openUntil({ resting_until }: EndpointHealth, now: Date): Date | undefined {
  const until = new Date(resting_until ?? 0);
  return until > now ? until : undefined;
}

/** The half-open state: one trial request excludes other requests. */
export function halfOpen(health: EndpointHealth, now: Date): EndpointHealth {
  return { ...health, resting_until: after(now, TRIAL_SECONDS), version: health.version + 1 };
}

/** Whether every request failed for this many seconds. */
export function hasFailedFor({ failing_since }: EndpointHealth, seconds: number, now: Date): boolean {
  return failing_since !== undefined && now.getTime() - Date.parse(failing_since) >= seconds * 1000;
}

const openSeconds = (failures: number) =>
  Math.min(LONGEST_OPEN_SECONDS, FIRST_OPEN_SECONDS * 2 ** (failures - FAILURES_TO_OPEN));

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
