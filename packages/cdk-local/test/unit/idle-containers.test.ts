import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleContainers } from '../../src/functions/idle-containers.ts';

const limits = { restAfterMs: 10_000, idleMs: 60_000, keptIdle: 3, keptForUse: 1 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Adds containers that were started one after another and had these numbers of invocations. */
function addContainers(...uses: readonly number[]) {
  const collect = vi.fn();
  const containers = createIdleContainers(limits, (work) => work(), collect);
  const rested: number[] = [];
  const stopped: number[] = [];
  const add = (startedAt: number, used = 0) =>
    containers.add({
      startedAt,
      uses: used,
      rest: () => rested.push(startedAt),
      stop: () => stopped.push(startedAt),
    });
  const takeBack = uses.map((used, startedAt) => add(startedAt, used));
  return { add, takeBack, rested, stopped, collect };
}

describe('idle containers', () => {
  it('rest if they are the most used one or were started first, and stop otherwise', () => {
    const { rested, stopped, collect } = addContainers(1, 1, 1, 9, 1);

    vi.advanceTimersByTime(limits.restAfterMs);

    expect(stopped.sort()).toEqual([2, 4]);
    expect(rested).toEqual(expect.arrayContaining([0, 1, 3]));
    expect(rested).not.toContain(4);
    expect(collect).toHaveBeenCalled();
  });

  it('count those that are used at the moment only when they are idle again', () => {
    const { add, takeBack, stopped } = addContainers(1, 1, 1, 1);
    takeBack[0]?.();
    vi.advanceTimersByTime(limits.restAfterMs);
    const before = [...stopped];

    add(0);
    vi.advanceTimersByTime(limits.restAfterMs);

    expect(before).toEqual([]);
    expect(stopped).toEqual([3]);
  });

  it('all stop after the idle time', () => {
    const { stopped } = addContainers(1, 5, 1);

    vi.advanceTimersByTime(limits.idleMs - 1);
    const before = [...stopped];
    vi.advanceTimersByTime(1);

    expect(before).toEqual([]);
    expect(stopped.sort()).toEqual([0, 1, 2]);
  });
});
