import { expect, it, onTestFinished, vi } from 'vitest';
import { createQuietQueue, watchQuiet } from '../../src/functions/quiet-queue.ts';

/** Longer than it takes until it is quiet, in milliseconds. */
const LONG_MS = 60_000;

it('work waits while something is under way, and for a while after that', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { isQuiet, during } = watchQuiet();
  const whenQuiet = createQuietQueue(isQuiet);
  const done = vi.fn();
  const invocation = Promise.withResolvers<void>();
  const underWay = during(() => invocation.promise);

  whenQuiet(done);
  vi.advanceTimersByTime(LONG_MS);
  const meanwhile = done.mock.calls.length;
  invocation.resolve();
  await underWay;
  vi.advanceTimersByTime(1_000);
  const soonAfter = done.mock.calls.length;
  vi.advanceTimersByTime(LONG_MS);

  expect({ meanwhile, soonAfter }).toEqual({ meanwhile: 0, soonAfter: 0 });
  expect(done).toHaveBeenCalledOnce();
});
