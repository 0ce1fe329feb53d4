import type { AsynchronousSettings } from '../aws/events/asynchronous-queues.ts';
import type { InvocationResult } from '../functions/functions.ts';

/** The failed attempts at an event. */
export interface Attempts {
  /** Invocations that failed. */
  readonly failures: number;
  /** Invocations that Lambda refused since the last failure. */
  readonly throttles: number;
}

/** Lambda's decision about an event whose invocation failed: retry it, or give it up. */
export type Decision =
  | { readonly retryInMs: number }
  | { readonly condition: 'RetriesExhausted' | 'EventAgeExceeded' };

/** Milliseconds before the first retry of a throttled event, doubled up to the longest. */
const FIRST_THROTTLE_MS = 1_000;
const LONGEST_THROTTLE_MS = 300_000;

/**
 * Decides about a retry. A failed event is retried as often as the function's settings say. A throttled event is
 * retried with growing waits until its maximum age.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export function decideRetry(options: {
  readonly error: Extract<InvocationResult, { ok: false }>['error'];
  readonly attempts: Attempts;
  readonly ageMs: number;
  readonly settings: Pick<AsynchronousSettings, 'maximumRetries' | 'maximumAgeMs'>;
  /** Milliseconds before each retry after a failure; the last one holds for all further retries. */
  readonly retryMs: readonly number[];
}): Decision {
  const { error, attempts, ageMs, settings, retryMs } = options;
  const { failures, throttles } = attempts;
  if (error !== 'throttled' && failures > settings.maximumRetries) return { condition: 'RetriesExhausted' };
  if (ageMs >= settings.maximumAgeMs) return { condition: 'EventAgeExceeded' };
  if (error === 'throttled')
    return { retryInMs: Math.min(LONGEST_THROTTLE_MS, FIRST_THROTTLE_MS * 2 ** (throttles - 1)) };
  return { retryInMs: retryMs[failures - 1] ?? retryMs.at(-1) ?? 0 };
}
