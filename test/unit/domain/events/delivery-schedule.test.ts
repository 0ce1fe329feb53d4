import { describe, expect, it } from 'vitest';
import {
  type DeliveryOutcome,
  type DeliverySchedule,
  decide,
  retryAfterSeconds,
} from '../../../../lambdas/domain/events/delivery-schedule.ts';
import { production } from '../../../../lib/config/production.ts';
import { at } from '../records.ts';

const { retrySeconds } = production.webhooks;
const schedule = (random = 0.5): DeliverySchedule => ({ retrySeconds, now: at(0), random: () => random });
const answered = (status: number, after?: number): DeliveryOutcome => ({
  kind: 'answered',
  status,
  retryAfterSeconds: after,
});
const refused: DeliveryOutcome = { kind: 'failed', reason: 'refused' };

/** Seconds until the next attempt. */
function waitAfter(outcome: DeliveryOutcome, attempt: number, random?: number): number {
  const decision = decide(outcome, attempt, schedule(random));
  if (decision.kind !== 'retry') throw new Error(`It is ${decision.kind}.`);
  return (decision.at.getTime() - at(0).getTime()) / 1000;
}

describe('decide', () => {
  it.each([200, 204, 299])('counts the status %i as delivered, even in the last attempt', (status) => {
    expect(decide(answered(status), retrySeconds.length + 1, schedule())).toEqual({ kind: 'delivered' });
  });

  it.each([0, 199, 301, 302, 400, 429, 500])('retries after the status %i', (status) => {
    expect(waitAfter(answered(status), 1)).toBe(5);
  });

  it('never retries after a 410', () => {
    expect(decide(answered(410), 1, schedule())).toEqual({ kind: 'gone' });
  });

  it('follows the schedule of 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then gives up', () => {
    const attempts = retrySeconds.map((_, index) => index + 1);

    expect(attempts.map((attempt) => waitAfter(refused, attempt))).toEqual([
      5,
      300,
      1800,
      2 * 3600,
      5 * 3600,
      10 * 3600,
      10 * 3600,
    ]);
    expect(decide(refused, attempts.length + 1, schedule())).toEqual({ kind: 'exhausted' });
    expect(decide(refused, attempts.length + 9, schedule())).toEqual({ kind: 'exhausted' });
  });

  it('varies by up to a fifth', () => {
    expect([0, 1].map((random) => waitAfter(refused, 2, random))).toEqual([240, 360]);
  });

  it.each([
    ['waits for as long as it is asked to', 600, 600],
    ['but not less than the schedule says', 1, 5],
    ['and not longer than 12 hours', 1e9, 12 * 3600],
  ])('%s', (_, asked, expected) => {
    expect(waitAfter(answered(503, asked), 1)).toBe(expected);
  });
});

describe('retryAfterSeconds', () => {
  it.each([
    ['120', 120],
    [at(30).toUTCString(), 30],
    [at(-30).toUTCString(), 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads %s', (header, expected) => {
    expect(retryAfterSeconds(header, at(0))).toBe(expected);
  });
});
