import { setTimeout as wait } from 'node:timers/promises';
import type { InvocationResult } from '../functions/functions.ts';

/**
 * Milliseconds before the first retry; doubled with each further one up to the longest. Lambda does not document its
 * own.
 */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Repeats a throttled invocation with growing waits. Returns its result, or the last refusal. */
export async function retryThrottled(
  invoke: () => Promise<InvocationResult>,
  { giveUpAfterMs, signal }: { readonly giveUpAfterMs: number; readonly signal: AbortSignal },
): Promise<InvocationResult> {
  const deadline = Date.now() + giveUpAfterMs;
  let pauseMs = FIRST_RETRY_MS;
  for (;;) {
    const result = await invoke();
    const isThrottled = !result.ok && result.error === 'throttled';
    if (!isThrottled || signal.aborted || Date.now() + pauseMs >= deadline) return result;
    await wait(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(LONGEST_RETRY_MS, pauseMs * 2);
  }
}
