import { describe, expect, it } from 'vitest';
import { DAILY_QUOTAS, nextDay, secondsUntilNextDay } from '../../../lambdas/records/model/quota-exceeded.ts';
import { dayOf, isUsedUp, sharesPassed, usedOfDay } from '../../../lambdas/usage/model/quotas.ts';

describe('a day of a quota', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01-01', '2026-01-02T00:00:00.000Z', 86_400],
    ['2026-01-31T23:59:59.001Z', '2026-01-31', '2026-02-01T00:00:00.000Z', 1],
    ['2026-12-31T12:00:00.000Z', '2026-12-31', '2027-01-01T00:00:00.000Z', 43_200],
  ])('that contains %s ends at 00:00 UTC', (time, day, end, seconds) => {
    const now = new Date(time);

    expect([dayOf(now), nextDay(now).toISOString(), secondsUntilNextDay(now)]).toEqual([day, end, seconds]);
  });

  it('counts tokens and purchases, and minutes from seconds', () => {
    const use = { model_tokens: 7, call_seconds: 100, texts: 2, number_purchases: 3, do_not_call_changes: 4 };

    expect(DAILY_QUOTAS.map((name) => usedOfDay(name, use))).toEqual([7, 1.67, 2, 3, 4]);
  });
});

describe('a quota', () => {
  it.each([
    [null, 1_000_000, false],
    [undefined, 1_000_000, false],
    [10, 9, false],
    [10, 10, true],
    [0, 0, true],
  ])('of %s is exhausted by %s: %s', (limit, used, expected) => {
    expect(isUsedUp(limit, used)).toBe(expected);
  });

  it.each([
    [10, 7, 8, [80]],
    [10, 8, 9, []],
    [10, 9, 10, [100]],
    [10, 0, 12, [80, 100]],
    [10, 10, 9, []],
    [10, 10, 11, []],
    [1, 0, 1, [80, 100]],
    [null, 0, 1_000_000, []],
  ])('of %s passes from %s to %s the shares %j', (limit, before, after, shares) => {
    expect(sharesPassed(limit, { before, after })).toEqual(shares);
  });
});
