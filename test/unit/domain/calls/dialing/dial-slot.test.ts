import { describe, expect, it } from 'vitest';
import { canUseDialSlot, waitUntil } from '../../../../../lambdas/domain/calls/dialing/dial-slot.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('a dial slot', () => {
  it('is valid until three seconds after its time', () => {
    expect([60_000, 0, -3_000].map((ms) => canUseDialSlot(later(ms), now))).toEqual([true, true, true]);
  });

  it('is missed by a call that comes much later, or has none', () => {
    expect([later(-3_001), undefined].map((turn) => canUseDialSlot(turn, now))).toEqual([false, false]);
  });
});

describe('waiting', () => {
  it('happens in the function for up to a second, and not at all for the past', () => {
    expect([1_000, 1, 0, -5_000].map((ms) => waitUntil(later(ms), now))).toEqual(
      [1_000, 1, 0, 0].map((onTheSpotMs) => ({ onTheSpotMs })),
    );
  });

  it('happens in the queue for whole seconds, up to a bound', () => {
    expect([1_001, 1_999, 61_500].map((ms) => waitUntil(later(ms), now))).toEqual(
      [1, 1, 61].map((inQueueSeconds) => ({ inQueueSeconds })),
    );
  });

  it('is repeated after the longest delay of a queue', () => {
    expect(waitUntil(later(30 * 24 * 3_600_000), now)).toEqual({ inQueueSeconds: 11 * 3600 });
  });
});
