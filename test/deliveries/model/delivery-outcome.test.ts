import { describe, expect, it } from 'vitest';
import type { StoredDelivery } from '../../../lambdas/deliveries/model/delivery.ts';
import {
  type DeliveryOutcome,
  type DeliverySchedule,
  decide,
  nextStep,
  retryAfterSeconds,
  spreadAfter,
} from '../../../lambdas/deliveries/model/delivery-outcome.ts';
import production from '../../support/environments/production.ts';
import { at } from '../../support/records.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';

const { retrySeconds } = production.webhooks;
const schedule = (random = 0.5): DeliverySchedule => ({ retrySeconds, now: at(0), random: () => random });
const answered = (status: number, after?: number): DeliveryOutcome => ({
  status,
  retryAfterSeconds: after,
});
const refused: DeliveryOutcome = { status: null };

/** Seconds until the next attempt. */
function waitAfter(outcome: DeliveryOutcome, attempt: number, random?: number): number {
  const decision = decide(outcome, attempt, schedule(random));
  if (decision.status !== 'pending') throw new Error(`It is ${decision.status}.`);
  return (decision.nextAttemptAt.getTime() - at(0).getTime()) / 1000;
}

describe('decide', () => {
  it.each([200, 204, 299])('counts the status %i as delivered, even in the last attempt', (status) => {
    expect(decide(answered(status), retrySeconds.length + 1, schedule())).toEqual({
      status: 'delivered',
    });
  });

  it.each([0, 199, 301, 302, 400, 429, 500])('retries after the status %i', (status) => {
    expect(waitAfter(answered(status), 1)).toBe(5);
  });

  it('never retries after a 410', () => {
    expect(decide(answered(410), 1, schedule())).toEqual({
      status: 'failed',
      failureReason: 'webhook_disabled',
    });
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

it.each([
  ['120', 120],
  [at(30).toUTCString(), 30],
  [at(-30).toUTCString(), 0],
  ['soon', undefined],
  [undefined, undefined],
])('retryAfterSeconds reads %s', (header, expected) => {
  expect(retryAfterSeconds(header, at(0))).toBe(expected);
});

describe('nextStep', () => {
  const delivery = {
    id: '0199a5d0-3c09-7a10-8b20-5f6e80000000',
    status: 'pending',
    next_attempt_at: at(0).toISOString(),
  } as StoredDelivery;
  const webhook = storedWebhook();
  const failing = { failures: 5, failing_since: at(-60).toISOString() };
  const open = { ...failing, open_until: at(30).toISOString() };

  it.each([
    ['nothing for a missing delivery', { delivery: undefined }, { kind: 'nothing' }],
    [
      'nothing for one that is over',
      { delivery: { ...delivery, status: 'failed' as const } },
      { kind: 'nothing' },
    ],
    ['a request if it is due', {}, { kind: 'send', webhook, trialOf: undefined }],
    [
      'the trial of a half-open circuit breaker',
      { breaker: failing },
      { kind: 'send', webhook, trialOf: failing },
    ],
    [
      'a wait until after an open one, spread by its id',
      { breaker: open },
      { kind: 'wait', until: new Date(+at(30) + 7_500) },
    ],
    [
      'a wait for its time, even if its webhook is disabled',
      {
        delivery: { ...delivery, next_attempt_at: at(3).toISOString() },
        webhook: { ...webhook, enabled: false },
      },
      { kind: 'wait', until: at(3) },
    ],
    ['no attempt if its webhook is deleted', { webhook: undefined }, giveUp('webhook_deleted')],
    [
      'no attempt if its webhook is disabled',
      { webhook: { ...webhook, enabled: false } },
      giveUp('webhook_disabled'),
    ],
  ])('is %s', (_, changes, expected) => {
    expect(nextStep({ delivery, webhook, breaker: undefined, ...changes }, at(0))).toEqual(expected);
  });

  it('spreads deliveries over fifteen seconds', () => {
    const at0 = (end: string) => spreadAfter(at(0), { id: `0199a5d0-3c09-7a10-8b20-5f6e${end}` });

    expect([at0('00000000'), at0('c0000000')]).toEqual([at(0), new Date(+at(0) + 11_250)]);
  });
});

function giveUp(reason: string) {
  return { kind: 'give up', reason };
}
