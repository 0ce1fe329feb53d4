import { describe, expect, it } from 'vitest';
import {
  type DeliveryWait,
  longestHiddenSeconds,
  MAX_HIDDEN_WAITS,
  waitForPermit,
  waitUntil,
} from '../../../../lambdas/domain/events/delivery-wait.ts';
import { production } from '../../../../lib/config/production.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000);

const now = at(0);
const consumers = production.webhooks.concurrency;
/** Consumers of a large environment. */
const MANY = 600;
const secondsOf = (wait: DeliveryWait) =>
  wait.kind === 'hidden' ? wait.seconds : (wait.at.getTime() - now.getTime()) / 1000;

describe('the wait for a permit', () => {
  it('is 1 to 3 seconds at first and 10 to 30 later, and finally uses a schedule', () => {
    const receives = [1, 2, 3, 4, 5, 19, 20, 1000];

    const shortest = receives.map((received) => waitForPermit({ received, now, consumers }, 0));
    const longest = receives.map((received) => waitForPermit({ received, now, consumers }, 1));

    expect(shortest.map(secondsOf)).toEqual([1, 2, 4, 8, 10, 10, 60, 60]);
    expect(longest.map(secondsOf)).toEqual([3, 6, 12, 24, 30, 30, 180, 180]);
    expect(shortest.map(({ kind }) => kind === 'scheduled')).toEqual(
      receives.map((received) => received >= MAX_HIDDEN_WAITS),
    );
  });
});

describe('the time for which a message is hidden at once', () => {
  it.each([
    [2, 30],
    [50, 30],
    [60, 25],
    [300, 5],
    [600, 2],
    [1000, 1],
  ])('with %d consumers is at most %d seconds', (consumers, seconds) => {
    expect(longestHiddenSeconds(consumers)).toBe(seconds);
  });

  it('keeps hidden messages below the 120,000 of a queue, however many consumers look at one in 20 ms', () => {
    const receives = [1, 2, 5, 19];

    for (let consumers = 2; consumers <= 1000; consumers += 1) {
      const waits = receives.flatMap((received) => [
        secondsOf(waitForPermit({ received, now, consumers }, 1)),
        secondsOf(waitUntil(at(30), { received, now, consumers })),
      ]);
      expect(Math.max(...waits) * consumers * 50).toBeLessThanOrEqual(75_000);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    }
  });

  it('is shorter for a permit, too, with many consumers', () => {
    const waits = [0, 0.5, 1].map((random) => waitForPermit({ received: 5, now, consumers: MANY }, random));

    expect(waits.map(secondsOf)).toEqual([1, 1, 2]);
  });
});

describe('the wait until a time', () => {
  it.each([
    [-5, 0],
    [0.2, 1],
    [30, 30],
  ])('in %d seconds hides the message for %d seconds', (seconds, hidden) => {
    expect(waitUntil(at(seconds), { received: 1, now, consumers })).toEqual({
      kind: 'hidden',
      seconds: hidden,
    });
  });

  it('hides the message several times if consumers are many', () => {
    const waits = [5, 3, 1].map((seconds) => waitUntil(at(seconds), { received: 1, now, consumers: MANY }));

    expect(waits).toEqual([2, 2, 1].map((seconds) => ({ kind: 'hidden', seconds })));
  });

  it('in more than 30 seconds is a schedule, because hidden messages count against a limit of the queue', () => {
    expect(waitUntil(at(30.1), { received: 1, now, consumers })).toEqual({ kind: 'scheduled', at: at(30.1) });
  });

  it('is a schedule before the receives of the message are used up, for a time that the scheduler accepts', () => {
    const received = MAX_HIDDEN_WAITS;

    expect(waitUntil(at(20), { received, now, consumers })).toEqual({ kind: 'scheduled', at: at(20) });
    expect(waitUntil(at(1), { received, now, consumers })).toEqual({ kind: 'scheduled', at: at(5) });
  });
});
