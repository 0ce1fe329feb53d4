import { describe, expect, it } from 'vitest';
import { holdsDialSlot, waitUntil } from '../../../lambdas/domain/calls/dial-slot.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('a turn to be dialled', () => {
  it('is kept until it has come, and a little longer', () => {
    expect([60_000, 0, -3_000].map((ms) => holdsDialSlot(later(ms), now))).toEqual([true, true, true]);
  });

  it('is lost by a call that comes much later, and one that was given none has none', () => {
    expect([later(-3_001), undefined].map((turn) => holdsDialSlot(turn, now))).toEqual([false, false]);
  });
});

describe('waiting', () => {
  it('is done on the spot for up to a second, and not at all for what is past', () => {
    expect([1_000, 1, 0, -5_000].map((ms) => waitUntil(later(ms), now))).toEqual(
      [1_000, 1, 0, 0].map((onTheSpotMs) => ({ onTheSpotMs })),
    );
  });

  it('is done in the queue for whole seconds that are not too many', () => {
    expect([1_001, 1_999, 61_500].map((ms) => waitUntil(later(ms), now))).toEqual(
      [1, 1, 61].map((inQueueSeconds) => ({ inQueueSeconds })),
    );
  });

  it('is done again after as long as a queue can wait', () => {
    expect(waitUntil(later(30 * 24 * 3_600_000), now)).toEqual({ inQueueSeconds: 11 * 3600 });
  });
});
