import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQuietQueue } from '../../src/functions/quiet-queue.ts';
import { watchQuiet } from '../../src/functions/watch-quiet.ts';

/** Longer than it takes until it is quiet, in milliseconds. */
const LONG_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('work waits while something is under way, and for a while after that', async () => {
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

it('is not quiet after work that failed, until a while has passed', async () => {
  const { isQuiet, during } = watchQuiet();

  await expect(during(() => Promise.reject(new Error('It failed')))).rejects.toThrow('It failed');
  const atOnce = isQuiet();
  vi.advanceTimersByTime(LONG_MS);

  expect([atOnce, isQuiet()]).toEqual([false, true]);
});

it('pieces of work are done one at a time, in order, and each once', () => {
  const done: string[] = [];
  let isQuiet = true;
  const whenQuiet = createQuietQueue(() => isQuiet);
  const first = () => {
    done.push('first');
    isQuiet = false;
  };

  whenQuiet(first);
  whenQuiet(() => done.push('second'));
  whenQuiet(first);
  vi.advanceTimersByTime(LONG_MS);
  const before = [...done];
  isQuiet = true;
  vi.advanceTimersByTime(LONG_MS);

  expect(before).toEqual(['first']);
  expect(done).toEqual(['first', 'second']);
});
