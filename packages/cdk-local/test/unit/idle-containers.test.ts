import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleContainers } from '../../src/functions/idle-containers.ts';

const limits = { restAfterMs: 10_000, idleMs: 60_000, minIdle: 2, maxIdle: 40 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Adds containers that were started one after another. */
function addContainers(count: number) {
  const collect = vi.fn();
  const containers = createIdleContainers(limits, collect, setTimeout);
  const rested: number[] = [];
  const stopped: number[] = [];
  const add = (startedAt: number) =>
    containers.add({
      startedAt,
      rest: () => rested.push(startedAt),
      stop: () => stopped.push(startedAt),
    });
  const takeBack = Array.from({ length: count }, (_, startedAt) => add(startedAt));
  return { add, takeBack, rested, stopped, collect };
}

describe('idle containers', () => {
  it('stop when they were not used for a while, but those that were started first rest when none is used', () => {
    const { add, takeBack, rested, stopped, collect } = addContainers(4);
    takeBack[0]?.();
    vi.advanceTimersByTime(limits.restAfterMs - 1);
    add(0);
    const before = [...stopped, ...rested];

    vi.advanceTimersByTime(1);
    const first = [[...stopped], [...rested]];
    vi.advanceTimersByTime(limits.restAfterMs);

    expect(before).toEqual([]);
    expect(first).toEqual([[2, 3], []]);
    expect(rested.sort()).toEqual([0, 1]);
    expect(collect).toHaveBeenCalledOnce();
  });

  it('all stop after the idle time, but not those in use', () => {
    const { takeBack, stopped } = addContainers(2);
    takeBack[0]?.();

    vi.advanceTimersByTime(limits.idleMs);

    expect(stopped).toEqual([1]);
  });

  it('stop at once above a number, those first that were used least recently', () => {
    const { stopped } = addContainers(42);

    expect(stopped).toEqual([0, 1]);
  });
});
