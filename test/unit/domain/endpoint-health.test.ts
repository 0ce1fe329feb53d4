import { describe, expect, it } from 'vitest';
import {
  type EndpointHealth,
  halfOpen,
  hasFailedFor,
  healthAfter,
  openUntil,
} from '../../../lambdas/domain/events/endpoint-health.ts';
import { at } from './records.ts';

const failure = (seconds: number) => ({ succeeded: false, durationMs: 10, now: at(seconds) });
const success = (seconds: number, durationMs = 10) => ({ succeeded: true, durationMs, now: at(seconds) });

/** How an endpoint is after so many failures in a row, a second apart. */
function failed(times: number): EndpointHealth {
  let health: EndpointHealth | undefined;
  for (let second = 0; second < times; second++) health = healthAfter(health, failure(second));
  if (!health) throw new Error('There was no failure.');
  return health;
}

/** Seconds that an endpoint rests after its last failure. */
const restAfter = (failures: number) =>
  (Date.parse(failed(failures).resting_until ?? '') - at(failures - 1).getTime()) / 1000;

describe('the health of an endpoint', () => {
  it('is nothing to be kept while all goes well', () => {
    expect(healthAfter(undefined, success(0))).toBeUndefined();
  });

  it('lets it rest after five failures in a row, longer each time, and for less than a quarter of an hour', () => {
    expect(failed(4).resting_until).toBeUndefined();
    expect([5, 6, 7, 8, 9, 10, 20].map(restAfter)).toEqual([30, 60, 120, 240, 480, 870, 870]);
  });

  it('is well again after one success', () => {
    expect(healthAfter(failed(9), success(20))).toBeUndefined();
  });

  it('is not well while its answers take more than two seconds', () => {
    const slow = healthAfter(undefined, success(0, 2001));

    expect(slow).toMatchObject({ failures: 0, slow: true });
    expect(healthAfter(slow, success(1, 2000))).toBeUndefined();
  });

  it('rests until the time is over, and while another delivery tries', () => {
    const health = failed(5);

    expect(openUntil(health, at(33))).toEqual(at(34));
    expect(openUntil(health, at(34))).toBeUndefined();
    expect(openUntil(halfOpen(health, at(34)), at(63))).toEqual(at(64));
  });

  it('counts how long it did nothing but fail from the first failure', () => {
    const health = failed(3);

    expect(hasFailedFor(health, 60, at(59))).toBe(false);
    expect(hasFailedFor(health, 60, at(60))).toBe(true);
    expect(hasFailedFor({ failures: 0, slow: true, version: 1 }, 60, at(600))).toBe(false);
  });
});
