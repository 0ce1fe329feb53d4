import { describe, expect, it } from 'vitest';
import { groupedByCall } from '../src/pages/webhooks/grouped-deliveries.ts';
import { causesOf, failuresOf, isFailing, type Newest } from '../src/pages/webhooks/webhook-failures.ts';

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
  it('counts deliveries whose last attempt failed in the last 24 hours, however old their events are', () => {
    const failed = newest([
      ...deliveries('w', [27, 1], [27, 23.9], [27, 24.1], [1], [25]),
      ...deliveries('v', [1, 1]),
    ]);

    expect(failuresOf({ failed, pending: NONE }, 'w', now).failed).toEqual({ number: 3, isCut: false });
  });

  it('counts pending deliveries that failed before, and apart from them those that wait for an attempt', () => {
    const pending = newest([...deliveries('w', [20, 4], [0], [0]), ...deliveries('v', [1, 1])]);
    const failuresOfWebhook = failuresOf({ failed: NONE, pending }, 'w', now);

    expect(failuresOfWebhook.waiting).toEqual({ number: 1, isCut: false });
    expect(failuresOfWebhook.queued).toEqual({ number: 2, isCut: false });
    // What is on its way is no failure.
    expect(isFailing(failuresOf({ failed: NONE, pending: newest(deliveries('w', [0])) }, 'w', now))).toBe(
      false,
    );
    expect(isFailing(failuresOfWebhook)).toBe(true);
    expect(isFailing(failuresOf({ failed: NONE, pending }, 'u', now))).toBe(false);
  });
});

it('the failures of a webhook are grouped by what its endpoint answered, with the first event', () => {
  const failure = (hours: number, last_status: number | null, others: object = {}) => ({
    ...deliveries('w', [hours, 1])[0],
    timestamp: hoursAgo(hours),
    last_status,
    ...others,
  });
  const failed = newest([
    failure(3, 500),
    failure(2, null),
    failure(1, null, { attempt_count: 0, failure_reason: 'webhook_disabled' }),
  ] as never);
  const pending = newest([
    failure(5, 500),
    failure(1, 500, { attempt_count: 0, status: 'pending' }),
  ] as never);

  const causes = causesOf({ failed, pending }, now);

  expect(causes.map(({ cause, since, deliveries: of }) => [cause, since, of.length])).toEqual([
    ['500', hoursAgo(5), 2],
    ['No answer', hoursAgo(2), 1],
    ['Webhook disabled', hoursAgo(1), 1],
    ['Waiting for the first attempt', hoursAgo(1), 1],
  ]);
  expect(causesOf({ failed: NONE, pending: newest(deliveries('w', [0])) }, now)).toEqual([]);
});

describe('the deliveries of a webhook', () => {
  it('stand by call, the newest first, and samples by themselves', () => {
    const of = (id: string, call_id: string, test = false) => ({ id, call_id, test }) as never;
    const groups = groupedByCall([of('4', 'b'), of('3', 'a'), of('2', 'x', true), of('1', 'b')]);

    expect(groups.map(({ call, deliveries: own }) => [call, own.map(({ id }) => id).join('')])).toEqual([
      ['b', '41'],
      ['a', '3'],
      [undefined, '2'],
    ]);
  });
});
