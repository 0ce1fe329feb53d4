import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { endCallsOfNumber } from '../../../lambdas/calls/store/end-calls-of-number.ts';
import { storeCancellation } from '../../../lambdas/numbers/store/cancel-number.ts';
import { addNumber } from '../../../lambdas/numbers/store/numbers.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { LIST_PRICES } from '../../../lambdas/usage/model/prices.ts';
import { storedNumber } from '../../support/table/held-number.ts';
import { interposed } from '../../support/table/interposed.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();
vi.stubEnv('PRICES', JSON.stringify(LIST_PRICES));

const now = new Date('2026-01-01T00:01:00.000Z');
const OTHER = '+15550009999';
let numbers = 0;

/** A cancelled number with calls: those that are to end, and others. */
async function cancelledNumber() {
  const number = storedNumber({ number: `+1555123000${++numbers}`, user_id: randomUUID() });
  await addNumber(table, number);
  const store = async (changes: Partial<CallWithSnapshot>) => {
    const ours = { user_id: number.user_id, from_number: OTHER, to_number: OTHER };
    const call = storedCall({ ...ours, ...(!changes.scheduled_at && { counted: true }), ...changes });
    await insertCall(table, call);
    return call;
  };
  const own = [
    await store({ to_number: number.number, status: 'in_progress', direction: 'inbound' }),
    await store({ from_number: number.number, scheduled_at: '2026-02-01T00:00:00.000Z' }),
  ];
  const others = [await store({}), await store({ user_id: randomUUID(), to_number: number.number })];
  return { number, cancelled: await storeCancellation(table, number, now), own, others };
}

const statusesOf = (calls: readonly CallWithSnapshot[]) =>
  Promise.all(
    calls.map(async ({ user_id: userId, id: callId }) => (await loadCall(table, { userId, callId }))?.status),
  );

const STARTED = ['in_progress', 'not_started'];

it('a cancelled number ends its open and scheduled calls, whatever request a run crashes at', async () => {
  const { number, cancelled, own, others } = await cancelledNumber();

  await endCallsOfNumber(table, number, now);
  expect(await statusesOf(own)).toEqual(STARTED);
  for (let [requests, isDone] = [0, false]; !isDone; requests++) {
    let sent = 0;
    const dying = interposed(table, () => {
      if (++sent > requests) throw new Error('killed');
    });
    isDone = await endCallsOfNumber(dying, cancelled, now).catch(() => false);
  }

  expect(await statusesOf(own)).toEqual(['ended', 'ended']);
  expect(await statusesOf(others)).toEqual(['not_started', 'not_started']);
});

it('a number that its user holds again keeps its calls', async () => {
  const { number, cancelled, own } = await cancelledNumber();
  await addNumber(table, { ...number, id: newId() });

  await endCallsOfNumber(table, cancelled, now);

  expect(await statusesOf(own)).toEqual(STARTED);
});
