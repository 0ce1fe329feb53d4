import * as z from 'zod/mini';

/** The circuit breaker of a webhook's endpoint; an endpoint without failures has none. */
export const endpointHealth = z.object({
  /** Failures in a row; those of requests that were made at the same time count as one. */
  failures: z.int(),
  /** When the first of them was: ISO 8601, UTC. */
  failing_since: z.optional(z.string()),
  /** Nothing is sent before: ISO 8601, UTC. */
  resting_until: z.optional(z.string()),
  /** Its last answer took long. */
  slow: z.boolean(),
  /** Changes with each change of the record. */
  version: z.int(),
});
export type EndpointHealth = z.infer<typeof endpointHealth>;

/** What an attempt told of an endpoint. */
export interface Observation {
  readonly succeeded: boolean;
  readonly durationMs: number;
  readonly now: Date;
}

/** An answer that takes longer (ms) keeps others waiting. */
const SLOW_MS = 2_000;

/** Failures in a row that open the circuit breaker, and the seconds for which it opens at first and at most: SQS delays by 15 minutes at most. */
const FAILURES_BEFORE_REST = 5;
const FIRST_REST_SECONDS = 30;
const LONGEST_REST_SECONDS = 870;

/** Permits of an endpoint whose circuit breaker is not closed. */
export const PERMITS_OF_UNHEALTHY = 4;

/** Seconds for which a trial request of a half-open circuit breaker keeps others from trying. */
const TRIAL_SECONDS = 30;

/** How an endpoint is after an attempt; undefined when it is well. */
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
    ...(failures >= FAILURES_BEFORE_REST && { resting_until: after(now, restSeconds(failures)) }),
    slow,
    version,
  };
}

/** Until when an endpoint rests; undefined when it does not, or no more. */
export function openUntil({ resting_until }: EndpointHealth, now: Date): Date | undefined {
  const until = new Date(resting_until ?? 0);
  return until > now ? until : undefined;
}

/** The health that keeps other deliveries away while one tries whether the endpoint is well again. */
export function halfOpen(health: EndpointHealth, now: Date): EndpointHealth {
  return { ...health, resting_until: after(now, TRIAL_SECONDS), version: health.version + 1 };
}

/** Whether an endpoint has only failed for this many seconds. */
export function hasFailedFor({ failing_since }: EndpointHealth, seconds: number, now: Date): boolean {
  return failing_since !== undefined && now.getTime() - Date.parse(failing_since) >= seconds * 1000;
}

const restSeconds = (failures: number) =>
  Math.min(LONGEST_REST_SECONDS, FIRST_REST_SECONDS * 2 ** (failures - FAILURES_BEFORE_REST));

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
