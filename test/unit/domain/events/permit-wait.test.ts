import { describe, expect, it } from 'vitest';
import { MAX_PERMIT_WAITS, permitWait } from '../../../../lambdas/domain/events/permit-wait.ts';

describe('the wait for a permit', () => {
  it('is 1 to 3 seconds at first and 10 to 30 later, and finally uses a schedule', () => {
    const received = [0, 1, 2, 3, 4, 5, 19, 20, 1000];

    const shortest = received.map((times) => permitWait(times, 0));
    const longest = received.map((times) => permitWait(times, 1));

    expect(shortest.map(({ seconds }) => seconds)).toEqual([1, 1, 2, 4, 8, 10, 10, 60, 60]);
    expect(longest.map(({ seconds }) => seconds)).toEqual([3, 3, 6, 12, 24, 30, 30, 180, 180]);
    expect(shortest.map(({ kind }) => kind === 'scheduled')).toEqual(
      received.map((times) => times >= MAX_PERMIT_WAITS),
    );
  });
});
