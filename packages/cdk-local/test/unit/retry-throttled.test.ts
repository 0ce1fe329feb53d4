import { describe, expect, it } from 'vitest';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { retryThrottled } from '../../src/sources/retry-throttled.ts';

const THROTTLED: InvocationResult = { ok: false, error: 'throttled', message: 'Rate Exceeded.' };
const FAILED: InvocationResult = { ok: false, error: 'error', message: 'no' };
const DONE: InvocationResult = { ok: true, payload: null };

/** Invokes with these results, the last one for ever. Returns what came of it. */
async function invoke(
  results: readonly InvocationResult[],
  giveUpAfterMs: number,
  signal = new AbortController().signal,
) {
  let invocations = 0;
  const next = async () => results[Math.min(invocations++, results.length - 1)]!;
  const result = await retryThrottled(next, { giveUpAfterMs, signal });
  return { result, invocations };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
describe('a throttled batch of a queue', () => {
  it('is retried until the function takes it', async () => {
    expect(await invoke([THROTTLED, THROTTLED, DONE], 30_000)).toEqual({ result: DONE, invocations: 3 });
  });

  it('is given up when its visibility timeout ends', async () => {
    expect(await invoke([THROTTLED], 50)).toEqual({ result: THROTTLED, invocations: 1 });
  });

  it('is not retried when the function fails', async () => {
    expect(await invoke([THROTTLED, FAILED, DONE], 30_000)).toEqual({ result: FAILED, invocations: 2 });
  });

  it('is not retried when the runtime stops', async () => {
    expect(await invoke([THROTTLED, DONE], 30_000, AbortSignal.abort())).toEqual({
      result: THROTTLED,
      invocations: 1,
    });
  });
});
