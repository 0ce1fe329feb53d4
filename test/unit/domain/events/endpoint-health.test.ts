import { describe, expect, it } from 'vitest';
import {
  type EndpointHealth,
  halfOpen,
  hasFailedFor,
  healthAfter,
  openUntil,
} from '../../../../lambdas/domain/events/endpoint-health.ts';
import { at } from '../records.ts';

const failure = (seconds: number) => ({ succeeded: false, durationMs: 10, now: at(seconds) });
const success = (seconds: number, durationMs = 10) => ({ succeeded: true, durationMs, now: at(seconds) });

/** The circuit breaker after consecutive failures, a second apart. */
function failed(times: number): EndpointHealth {
  let health: EndpointHealth | undefined;
  for (let second = 0; second < times; second++) health = healthAfter(health, failure(second));
  if (!health) throw new Error('There was no failure.');
  return health;
}

/** Seconds for which the circuit breaker is open after its last failure. */
const restAfter = (failures: number) =>
  (Date.parse(failed(failures).resting_until ?? '') - at(failures - 1).getTime()) / 1000;

describe('the circuit breaker of an endpoint', () => {
  it('does not exist without failures', () => {
    expect(healthAfter(undefined, success(0))).toBeUndefined();
  });

  it('opens after five consecutive failures, longer each time, and for less than a quarter of an hour', () => {
    expect(failed(4).resting_until).toBeUndefined();
    expect([5, 6, 7, 8, 9, 10, 20].map(restAfter)).toEqual([30, 60, 120, 240, 480, 870, 870]);
  });

  it('closes after one success', () => {
    expect(healthAfter(failed(9), success(20))).toBeUndefined();
  });

  it('is not closed while answers take more than two seconds', () => {
    const slow = healthAfter(undefined, success(0, 2001));

    expect(slow).toMatchObject({ failures: 0, slow: true });
    expect(healthAfter(slow, success(1, 2000))).toBeUndefined();
  });

  it('is open until its time is over, and during a trial request', () => {
    const health = failed(5);

    expect(openUntil(health, at(33))).toEqual(at(34));
    expect(openUntil(health, at(34))).toBeUndefined();
    expect(openUntil(halfOpen(health, at(34)), at(63))).toEqual(at(64));
  });

  it('counts failing time from the first failure', () => {
    const health = failed(3);

    expect(hasFailedFor(health, 60, at(59))).toBe(false);
    expect(hasFailedFor(health, 60, at(60))).toBe(true);
    expect(hasFailedFor({ failures: 0, slow: true, version: 1 }, 60, at(600))).toBe(false);
  });
});
