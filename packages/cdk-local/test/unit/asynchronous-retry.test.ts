import { describe, expect, it } from 'vitest';
import { AWS_LIMITS } from '../../src/limits/aws-limits.ts';
import { decideRetry } from '../../src/sources/asynchronous-source.ts';

const HOUR_MS = 3_600_000;
const retryMs = AWS_LIMITS.lambda.asynchronousRetryMs;
const settings = { maximumRetries: 2, maximumAgeMs: 6 * HOUR_MS };

const afterFailures = (failures: number, ageMs = 0) =>
  decideRetry({ error: 'error', attempts: { failures, throttles: 0 }, ageMs, settings, retryMs });
const afterThrottles = (throttles: number, ageMs = 0) =>
  decideRetry({ error: 'throttled', attempts: { failures: 2, throttles }, ageMs, settings, retryMs });

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
describe('an asynchronous invocation', () => {
  it('is retried after one and two minutes, and then given up', () => {
    const decisions = [1, 2, 3].map((failures) => afterFailures(failures));

    expect(decisions).toEqual([{ retryInMs: 60_000 }, { retryInMs: 120_000 }, 'give up']);
  });

  it('is retried as often as its function is configured for', () => {
    const attempts = { failures: 1, throttles: 0 };
    const none = { ...settings, maximumRetries: 0 };

    const decision = decideRetry({ error: 'timeout', attempts, ageMs: 0, settings: none, retryMs });

    expect(decision).toEqual('give up');
  });

  it('that is throttled is retried less and less often, and not counted', () => {
    const waits = [1, 2, 3, 9, 10, 500].map((throttles) => afterThrottles(throttles));

    expect(waits).toEqual([1, 2, 4, 256, 300, 300].map((seconds) => ({ retryInMs: seconds * 1000 })));
  });

  it('is given up when it is too old', () => {
    const decisions = [afterFailures(1, 6 * HOUR_MS), afterThrottles(1, 6 * HOUR_MS)];

    expect(decisions).toEqual(decisions.map(() => 'give up'));
    expect(afterThrottles(1, 6 * HOUR_MS - 1)).toHaveProperty('retryInMs');
  });
});
