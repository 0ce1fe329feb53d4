import { describe, expect, it } from 'vitest';
import { isVendorCallOf } from '../../../lambdas/calls/model/call-state.ts';
import { isGivenUp, nextRequestAt, timeLimitOf } from '../../../lambdas/calls/model/reconciliation.ts';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const minutesUntil = (time: Date) => (time.getTime() - NOW.getTime()) / 60_000;
const failed = (failures: number) => ({ failures, refusals: 0 });

describe('a failed request to the vendor', () => {
  it.each([
    ['call', 1, 2],
    ['call', 2, 4],
    ['call', 3, 8],
    ['call', 4, 15],
    ['call', 1000, 15],
    ['number', 5, 32],
    ['number', 6, 60],
    ['purchase', 1000, 60],
  ] as const)('of a %s, for the %i. time, is repeated after %i minutes', (kind, failures, minutes) => {
    const next = nextRequestAt(kind, failed(failures), { now: NOW, shortestMs: 120_000 });

    expect(minutesUntil(next)).toBe(minutes);
  });

  it('is repeated at the time limit at the latest, and not before now', () => {
    const next = (latest: Date) =>
      minutesUntil(nextRequestAt('call', failed(9), { now: NOW, shortestMs: 120_000, latest }));

    expect([next(minutesLater(7)), next(minutesLater(-7))]).toEqual([7, 0]);
  });

  it('is repeated at the time of giving up for refusals', () => {
    const trouble = { failures: 4, refusals: 4, refused_since: minutesLater(-10).toISOString() };

    expect(minutesUntil(nextRequestAt('call', trouble, { now: NOW, shortestMs: 120_000 }))).toBe(5);
  });
});

it.each([
  ['call', { failures: 4, refusals: 4, refused_since: minutesLater(-14).toISOString() }, false],
  ['call', { failures: 5, refusals: 5, refused_since: minutesLater(-1).toISOString() }, true],
  ['call', { failures: 2, refusals: 2, refused_since: minutesLater(-15).toISOString() }, true],
  ['call', { failures: 500, refusals: 0 }, false],
  ['number', { failures: 199, refusals: 199 }, false],
  ['number', { failures: 200, refusals: 0 }, true],
  ['purchase', { failures: 200, refusals: 200 }, true],
] as const)('giving up is a %s with %o: %s', (kind, trouble, expected) => {
  expect(isGivenUp(kind, trouble, NOW)).toBe(expected);
});

describe('the time limit of a call', () => {
  const limits = { maxCallSeconds: 3600, ringSeconds: 60 };
  const at = NOW.toISOString();

  it.each([
    ['is none before it was dialed', { direction: 'outbound' as const }, undefined],
    ['counts from dialing', { direction: 'outbound' as const, dialing_at: at }, 71],
    [
      'counts from the answer',
      { direction: 'outbound' as const, dialing_at: minutesLater(-9).toISOString(), start_time: at },
      71,
    ],
    [
      'lets the phone ring as long as was asked for',
      { direction: 'outbound' as const, dialing_at: at, telephony_params: { Timeout: '600' } },
      80,
    ],
    ['is the vendor’s own where it came in', { direction: 'inbound' as const, start_time: at }, 251],
  ])('%s', (_, call, minutes) => {
    const limit = timeLimitOf(call, limits);

    expect(limit && minutesUntil(limit)).toBe(minutes);
  });
});

it.each([
  [{}, 'CA1', false],
  [{ dialing_at: NOW.toISOString() }, 'CA1', true],
  [{ dialing_at: NOW.toISOString(), telephony_id: 'CA1' }, 'CA1', true],
  [{ dialing_at: NOW.toISOString(), telephony_id: 'CA1' }, 'CA2', false],
  [{ telephony_id: 'CA1' }, 'CA1', true],
  [{ dialing_at: NOW.toISOString() }, undefined, false],
  [{ dialing_at: NOW.toISOString() }, '', false],
])('a callback counts for a call with %o under %s: %s', (call, sid, expected) => {
  expect(isVendorCallOf(call, sid)).toBe(expected);
});
