import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Key } from '../../../lambdas/platform/table/keys.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';

/**
 * Does work that pauses after it reads an item, and something else in that pause: the next request of the work that
 * concerns the item's partition waits for it, however slow the machine is. Returns for how many milliseconds the work
 * paused by itself.
 */
export async function duringPauseAfterReading(
  { client }: Table,
  key: Key,
  { work, meanwhile }: Readonly<Record<'work' | 'meanwhile', () => Promise<unknown>>>,
): Promise<number | undefined> {
  const ofWork = new AsyncLocalStorage<true>();
  const read = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let readAt: number | undefined;
  let pausedMs: number | undefined;
  const name = 'PauseAfterReading';
  client.middlewareStack.add(
    (next) => async (request) => {
      if (!(ofWork.getStore() && JSON.stringify(request.input).includes(key.pk))) return next(request);
      if (readAt !== undefined) {
        pausedMs ??= performance.now() - readAt;
        await over.promise;
        return next(request);
      }
      const answer = await next(request);
      if ('Key' in request.input && isDeepStrictEqual(request.input.Key, key)) {
        readAt = performance.now();
        read.resolve();
      }
      return answer;
    },
    { step: 'initialize', name },
  );

  try {
    const worked = ofWork.run(true, work);
    await Promise.race([read.promise, worked]);
    await meanwhile().finally(over.resolve);
    await worked;
  } finally {
    client.middlewareStack.remove(name);
  }
  return pausedMs;
}
