import { describe, expect, it } from 'vitest';
import {
  type DeliveryWait,
  MAX_HIDDEN_WAITS,
  waitForPermit,
  waitUntil,
} from '../../../../lambdas/domain/events/delivery-wait.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000);

const now = at(0);
const secondsOf = (wait: DeliveryWait) =>
  wait.kind === 'hidden' ? wait.seconds : (wait.at.getTime() - now.getTime()) / 1000;

describe('the wait for a permit', () => {
  it('is 1 to 3 seconds at first and 10 to 30 later, and finally uses a schedule', () => {
    const receives = [1, 2, 3, 4, 5, 19, 20, 1000];

    const shortest = receives.map((received) => waitForPermit({ received, now }, 0));
    const longest = receives.map((received) => waitForPermit({ received, now }, 1));

    expect(shortest.map(secondsOf)).toEqual([1, 2, 4, 8, 10, 10, 60, 60]);
    expect(longest.map(secondsOf)).toEqual([3, 6, 12, 24, 30, 30, 180, 180]);
    expect(shortest.map(({ kind }) => kind === 'scheduled')).toEqual(
      receives.map((received) => received >= MAX_HIDDEN_WAITS),
    );
  });
});

describe('the wait until a time', () => {
  it.each([
    [-5, 0],
    [0.2, 1],
    [30, 30],
  ])('in %d seconds hides the message for %d seconds', (seconds, hidden) => {
    expect(waitUntil(at(seconds), { received: 1, now })).toEqual({ kind: 'hidden', seconds: hidden });
  });

  it('in more than 30 seconds is a schedule, because hidden messages count against a limit of the queue', () => {
    expect(waitUntil(at(30.1), { received: 1, now })).toEqual({ kind: 'scheduled', at: at(30.1) });
  });

  it('is a schedule before the receives of the message are used up, for a time that the scheduler accepts', () => {
    const received = MAX_HIDDEN_WAITS;

    expect(waitUntil(at(20), { received, now })).toEqual({ kind: 'scheduled', at: at(20) });
    expect(waitUntil(at(1), { received, now })).toEqual({ kind: 'scheduled', at: at(5) });
  });
});
