import { describe, expect, it } from 'vitest';
import { minutesOf, secondsBetween } from '../../../lambdas/usage/model/usage.ts';

const now = new Date('2026-03-31T23:59:59.500Z');
const START = Date.parse('2026-03-10T10:00:00.000Z');

/** The seconds of a call of `ms` milliseconds. */
const secondsOf = (ms: number) => secondsBetween(new Date(START), new Date(START + ms));

describe('the minutes of calls', () => {
  it.each([
    [[], 0],
    [[0], 0],
    [[1], 0.02],
    [[1000], 0.02],
    [[60_000], 1],
    [[60_001], 1.02],
    [[30_000, 30_000], 1],
    // Each is rounded up, not their sum.
    [[29_001, 29_001], 1],
    [[100_000], 1.67],
    [[-5000], 0],
  ])('of %j ms are %d', (lengths, minutes) => {
    const endedSeconds = lengths.map(secondsOf).reduce((sum, seconds) => sum + seconds, 0);

    expect(minutesOf({ endedSeconds, openSince: [] }, now)).toBe(minutes);
  });

  it('count until now for calls that are in progress, in started seconds', () => {
    const openSince = ['2026-03-31T23:59:29.400Z', '2026-03-31T23:59:59.400Z'].map((time) => new Date(time));

    expect(minutesOf({ endedSeconds: 0, openSince: openSince.slice(0, 1) }, now)).toBe(0.52);
    expect(minutesOf({ endedSeconds: 28, openSince }, now)).toBe(1);
  });
});
