import { describe, expect, it } from 'vitest';
import { beginningOf, isTooFarAhead, waitsForItsTime } from '../../../lambdas/calls/model/schedule.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const created_at = now.toISOString();
const SOON = '2026-03-01T12:02:00.000Z';

describe('the beginning of a call', () => {
  it.each([undefined, null])('is immediate without a time: %s', (scheduledAt) => {
    expect(beginningOf(scheduledAt, now, 120)).toEqual({ created_at, counted: true, reconcile_at: SOON });
  });

  it.each([
    '2026-03-01T12:00:00.000Z',
    '2020-01-01T00:00:00.000Z',
  ])('is immediate if the time is not ahead: %s', (scheduled_at) => {
    expect(beginningOf(scheduled_at, now, 120)).toEqual({
      created_at,
      scheduled_at,
      counted: true,
      reconcile_at: SOON,
    });
  });

  it('waits for a time that is ahead, and is overdue a while after it', () => {
    const scheduled_at = '2026-03-02T00:00:00.000Z';

    const beginning = beginningOf(scheduled_at, now, 120);

    expect(beginning).toEqual({ created_at, scheduled_at, reconcile_at: '2026-03-02T00:15:00.000Z' });
    expect(waitsForItsTime(storedCall(beginning))).toBe(true);
    expect(waitsForItsTime(storedCall({ ...beginning, counted: true }))).toBe(false);
  });

  it('is at most a year ahead', () => {
    const times = ['2027-03-01T12:00:00.000Z', '2027-03-01T12:00:00.001Z'];

    expect(times.map((time) => isTooFarAhead(time, now))).toEqual([false, true]);
  });
});
