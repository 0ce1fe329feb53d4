import { describe, expect, it } from 'vitest';
import { failuresOf, isFailing, type Newest } from '../src/pages/webhooks/webhook-failures.ts';

const HOUR_MS = 3_600_000;
const now = Date.parse('2026-01-05T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();

/** Deliveries to a webhook: hours since the event, and since the last attempt, if there was one. */
const deliveries = (webhook: string, ...made: readonly (readonly [number, number?])[]) =>
  made.map(([event, attempt]) => ({
    webhook_id: webhook,
    created_at: hoursAgo(event),
    last_attempt_at: attempt === undefined ? null : hoursAgo(attempt),
    attempt_count: attempt === undefined ? 0 : 8,
  }));

const newest = (all: ReturnType<typeof deliveries>, isCut = false): Newest =>
  ({ deliveries: all, isCut }) as unknown as Newest;

const NONE = newest([]);

describe('the health of a webhook', () => {
  it('counts deliveries whose last attempt failed within a day, however old their events are', () => {
    const failed = newest([
      ...deliveries('w', [27, 1], [27, 23.9], [27, 24.1], [1], [25]),
      ...deliveries('v', [1, 1]),
    ]);

    expect(failuresOf({ failed, pending: NONE }, 'w', now).failed).toEqual({ number: 3, isCut: false });
  });

  it('counts pending deliveries that failed before, and not those of which no attempt was made', () => {
    const pending = newest([...deliveries('w', [20, 4], [0], [0]), ...deliveries('v', [1, 1])]);
    const failuresOfWebhook = failuresOf({ failed: NONE, pending }, 'w', now);

    expect(failuresOfWebhook.waiting).toEqual({ number: 1, isCut: false });
    expect(isFailing(failuresOfWebhook)).toBe(true);
    expect(isFailing(failuresOf({ failed: NONE, pending }, 'u', now))).toBe(false);
  });
});
