import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  type CircuitBreaker,
  duringTrial,
  hasFailedFor,
  stateOf,
} from '../../../lambdas/webhooks/model/circuit-breaker.ts';
import { at } from '../../support/records.ts';

/** The circuit breaker after consecutive failures, a second apart. */
function failed(times: number): CircuitBreaker {
  let breaker: CircuitBreaker | undefined;
  for (let second = 0; second < times; second++) breaker = afterFailure(breaker, at(second));
  if (!breaker) throw new Error('There was no failure.');
  return breaker;
}

/** Seconds for which the circuit breaker is open after its last failure. */
const openAfter = (failures: number) =>
  (Date.parse(failed(failures).open_until ?? '') - at(failures - 1).getTime()) / 1000;

describe('the circuit breaker of an endpoint', () => {
  it('opens after five consecutive failures, longer each time, for up to a quarter of an hour', () => {
    expect(stateOf(failed(4), at(4))).toEqual({ kind: 'closed' });
    expect([5, 6, 7, 8, 9, 10, 20].map(openAfter)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('is open until its time is over, then half-open, and open for the others during the trial', () => {
    const breaker = failed(5);

    expect(stateOf(breaker, at(33))).toEqual({ kind: 'open', until: at(34) });
    expect(stateOf(breaker, at(34))).toEqual({ kind: 'half-open' });
    expect(stateOf(duringTrial(breaker, at(34)), at(63))).toEqual({ kind: 'open', until: at(64) });
  });

  it('is half-open after five concurrent failures, none of which could know of the others', () => {
    expect(stateOf({ failures: 5, failing_since: at(0).toISOString() }, at(1))).toEqual({
      kind: 'half-open',
    });
  });

  it('counts failing time from the first failure', () => {
    expect([59, 60].map((second) => hasFailedFor(failed(3), 60, at(second)))).toEqual([false, true]);
  });
});
