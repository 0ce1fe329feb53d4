import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import { type CostBasis, costOf } from '../../../lambdas/calls/model/cost.ts';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import { removeCall } from '../../../lambdas/calls/store/delete-call.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { listOpenCallStarts } from '../../../lambdas/calls/store/matching-calls.ts';
import { costByMonth, monthlyCost } from '../../../lambdas/usage/store/call-cost.ts';
import { pastPeriods } from '../../../lambdas/usage/store/call-seconds.ts';
import { loadCallCounts } from '../../../lambdas/usage/store/open-calls.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const APRIL = new Date('2026-04-01T00:00:00.000Z');

/** A call that is open; one in progress if it has a beginning. */
async function callAt(user_id: string, created: string, overrides: Partial<StoredCall> = {}) {
  const id = v7({ msecs: Date.parse(created) });
  const status = overrides.start_time === undefined ? 'not_started' : 'in_progress';
  const created_at = new Date(created).toISOString();
  await insertCall(table, storedCall({ id, user_id, created_at, status, counted: true, ...overrides }));
  return { userId: user_id, callId: id };
}

describe('the use of a month', () => {
  it('counts each call that began in it once, through any account, even if it was deleted', async () => {
    const owner = randomUUID();
    const early = { start_time: '2026-03-31T23:59:59.999Z' };
    const late = { start_time: '2026-04-01T00:00:00.000Z', telephony_account_connection: randomUUID() };
    const names = [
      await callAt(owner, '2026-03-31T23:59:00.000Z', early),
      await callAt(owner, '2026-03-31T23:58:00.000Z', late),
      await callAt(owner, '2026-03-31T23:57:00.000Z'),
      await callAt(randomUUID(), '2026-03-31T23:59:00.000Z', early),
    ];
    const now = new Date('2026-04-01T00:00:10.000Z');

    await Promise.all(
      [...names, ...names].map((name) => finishCall(table, name, { transition: 'end', now })),
    );
    await removeCall(table, names[0]!);

    // The first call has 10.001 seconds.
    const { secondsIn } = await loadCallCounts(table, owner);
    expect(secondsIn('2026-03')).toBe(11);
    expect(secondsIn('2026-04')).toBe(10);
  });

  it('counts the calls in progress that began in it, and no others', async () => {
    const owner = randomUUID();
    const [before, within] = ['2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00.000Z'];
    await callAt(owner, '2026-03-31T23:59:00.000Z', { start_time: before });
    await callAt(owner, '2026-03-31T23:58:00.000Z', { start_time: within });
    await callAt(owner, '2026-04-02T00:00:00.000Z');
    await callAt(randomUUID(), '2026-04-02T00:00:00.000Z', { start_time: within });

    expect(await listOpenCallStarts(table, owner, APRIL)).toEqual([new Date(within)]);
  });
});

const PRICES = {
  currency: 'EUR',
  telephony: { outbound: 0.02, inbound: 0.01, recording: 0.003 },
  speech: 0.05,
  models: { small: { input: 2, cached: 0.5, output: 8 } },
  aws: 0,
};

describe('the cost of a month', () => {
  const march = { start_time: '2026-03-31T23:59:59.000Z' };
  const now = new Date('2026-04-01T00:00:10.000Z');
  const asked = (model: string) => [{ number: 2, figures: { ms: [], model, tokens: [100_000, 0, 0, 0] } }];

  it('is that of the answered calls that began in it, once each and also when they are deleted', async () => {
    const owner = randomUUID();
    const names = [
      await callAt(owner, '2026-03-31T23:59:00.000Z', { ...march, turns: asked('small') }),
      await callAt(owner, '2026-03-31T23:58:00.000Z', { ...march, direction: 'inbound' }),
      await callAt(owner, '2026-03-31T23:57:00.000Z', { start_time: '2026-04-01T00:00:00.000Z' }),
      await callAt(owner, '2026-03-31T23:56:00.000Z'),
    ];

    await Promise.all(
      [...names, ...names].map((name) => finishCall(table, name, { transition: 'end', now, prices: PRICES })),
    );
    await removeCall(table, names[0]!);

    const counts = await loadCallCounts(table, owner);
    // 0.07 of telephony and speech, with 0.2 of the model; 0.06; and 0.07 in April.
    expect(monthlyCost(counts, new Date(march.start_time), 'EUR')).toEqual({
      currency: 'EUR',
      is_estimate: true,
      total: 0.33,
      incomplete_calls: 0,
    });
    expect(monthlyCost(counts, now, 'EUR').total).toBe(0.07);
  });

  it('tells how many calls lack a price, and mixes no currencies', async () => {
    const owner = randomUUID();
    const plan = { ...march, turns: asked('constructor') };
    const first = await callAt(owner, '2026-03-31T23:59:00.000Z', plan);
    const second = await callAt(owner, '2026-03-31T23:58:00.000Z', plan);

    await finishCall(table, first, { transition: 'end', now, prices: PRICES });
    await finishCall(table, second, { transition: 'end', now, prices: { ...PRICES, currency: 'USD' } });

    const counts = await loadCallCounts(table, owner);
    expect(monthlyCost(counts, new Date(march.start_time), 'EUR')).toMatchObject({
      total: 0.07,
      incomplete_calls: 2,
    });
  });

  it('counts a call as incomplete if the figures of its last turns did not fit', () => {
    const call = { ...march, end_time: now.toISOString(), direction: 'outbound' as const };

    const counted = (costed: CostBasis) => costByMonth(costOf(costed, PRICES)!, march.start_time);

    expect(counted({ ...call, turns_left_out: 3 })).toMatchObject({
      'cost_2026-03_incomplete': 1,
    });
    expect(counted(call)).not.toHaveProperty('cost_2026-03_incomplete');
  });
});

it('a user’s counters of all but the two last periods of each kind are dropped', () => {
  const kept = {
    'seconds_2026-02': 1,
    'seconds_2026-03': 1,
    'seconds_2026-03-30': 1,
    'seconds_2026-03-31': 1,
    'cost_2026-02_USD': 1,
    'cost_2026-03_USD': 1,
    'cost_2026-03_EUR': 1,
    'cost_2026-03_incomplete': 1,
    open_calls: 1,
  };
  const past = {
    'seconds_2026-01': 1,
    'seconds_2026-03-29': 1,
    'cost_2025-12_USD': 1,
    'cost_2026-01_USD': 1,
  };

  expect(pastPeriods({ ...kept, ...past }).sort()).toEqual(Object.keys(past).sort());
});
