import { setTimeout as wait } from 'node:timers/promises';

interface Polling {
  readonly withinMs: number;
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Polls until there is an answer. Returns undefined if the time runs out. */
export async function poll<Answer>(
  ask: () => Promise<Answer | undefined>,
  { withinMs, everyMs, signal }: Polling,
): Promise<Answer | undefined> {
  for (const deadline = Date.now() + withinMs; ; await wait(everyMs, undefined, { signal })) {
    signal.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined || Date.now() >= deadline) return answer;
  }
}
