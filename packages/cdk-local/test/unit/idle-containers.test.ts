import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleContainers } from '../../src/functions/idle-containers.ts';

const limits = { idleMs: 60_000, surplusIdleMs: 10_000, keptIdle: 2 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Idle containers that had 1, 2, 3 and 4 invocations; which of them were stopped. */
function idleContainers() {
  const idle = createIdleContainers(limits);
  const stopped: number[] = [];
  const takeBack = [1, 2, 3, 4].map((uses) => idle.add({ uses, stop: () => stopped.push(uses) }));
  return { stopped, takeBack };
}

describe('idle containers', () => {
  it('stay until the surplus time', () => {
    const { stopped } = idleContainers();

    vi.advanceTimersByTime(limits.surplusIdleMs - 1);

    expect(stopped).toEqual([]);
  });

  it('stop after the surplus time unless they are among the most used', () => {
    const { stopped } = idleContainers();

    vi.advanceTimersByTime(limits.surplusIdleMs);

    expect(stopped).toEqual([1, 2]);
  });

  it('stop after the idle time, the most used too', () => {
    const { stopped } = idleContainers();

    vi.advanceTimersByTime(limits.idleMs);

    expect(stopped).toEqual([1, 2, 3, 4]);
  });

  it('stay while they are in use', () => {
    const { stopped, takeBack } = idleContainers();

    for (const take of takeBack) take();
    vi.advanceTimersByTime(limits.idleMs);

    expect(stopped).toEqual([]);
  });
});
