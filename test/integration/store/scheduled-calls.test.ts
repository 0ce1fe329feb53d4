import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginningOf } from '../../../lambdas/domain/calls/schedule.ts';
import { claimDialling, connectCall, createCall, getCall } from '../../../lambdas/store/calls/calls.ts';
import { finishCall } from '../../../lambdas/store/calls/finish-call.ts';
import { listOpenCallStarts } from '../../../lambdas/store/calls/open-call-starts.ts';
import { startScheduled } from '../../../lambdas/store/calls/start-scheduled.ts';
import { loadEndedSeconds } from '../../../lambdas/store/quotas/month-use.ts';
import { openCallsKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { listDueForReconciliation } from '../../support/due-for-reconciliation.ts';
import { storedCall } from '../../support/stored-call.ts';
import { openTable } from '../../support/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const CREATED = new Date('2026-01-01T00:00:00.000Z');

/** A stored call that waits for its time. */
async function scheduledFor(scheduledAt: string, user_id: string = randomUUID()) {
  const id = v7({ msecs: CREATED.getTime() });
  const call = storedCall({ id, user_id, ...beginningOf(scheduledAt, CREATED) });
  await createCall(table, call, { maxOpen: 0 });
  return { call, name: { userId: user_id, callId: id } };
}

async function openCallsOf(userId: string): Promise<number> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: openCallsKey(userId), ConsistentRead: true }),
  );
  return Item?.open_calls ?? 0;
}

describe('a call that was scheduled', () => {
  it('counts from when it is due, once, and until it ends', async () => {
    const { call, name } = await scheduledFor('2026-01-02T00:00:00.000Z');
    const now = new Date('2026-01-02T00:00:00.000Z');

    const before = await openCallsOf(name.userId);
    await Promise.all([1, 2, 3].map(() => startScheduled(table, call)));
    const during = await openCallsOf(name.userId);
    await finishCall(table, name, { transition: 'end', now });
    await startScheduled(table, call);

    expect([before, during, await openCallsOf(name.userId)]).toEqual([0, 1, 0]);
  });

  it('is counted to no good when it is ended and due at the same time', async () => {
    const userId = randomUUID();
    const now = new Date('2026-01-02T00:00:00.000Z');
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => scheduledFor('2026-01-02T00:00:00.000Z', userId)),
    );

    await Promise.all(
      calls.flatMap(({ call, name }) => [
        startScheduled(table, call),
        finishCall(table, name, { transition: 'end', now, endedBy: 'api' }),
      ]),
    );

    const stored = await Promise.all(calls.map(({ name }) => getCall(table, name)));
    expect(new Set(stored.map((call) => call?.status))).toEqual(new Set(['ended']));
    expect(await openCallsOf(userId)).toBe(0);
  });

  it('is not to be settled before its time and a while', async () => {
    const { name } = await scheduledFor('2026-06-01T00:00:00.000Z');
    const isDue = async (at: string) =>
      (await listDueForReconciliation(table, new Date(at))).some(({ id }) => id === name.callId);

    expect(await isDue('2026-06-01T00:14:59.000Z')).toBe(false);
    expect(await isDue('2026-06-01T00:15:00.000Z')).toBe(true);
  });

  it('is used in the month in which it began, however long before it was created', async () => {
    const { call, name } = await scheduledFor('2026-05-31T23:59:59.000Z');
    await startScheduled(table, call);
    const answered = new Date('2026-06-01T00:00:10.000Z');
    await claimDialling(table, name, { now: answered, reconcileAt: answered });
    await connectCall(table, name, { sid: `CA${call.id}`, now: answered, reconcileAt: answered });

    const open = await listOpenCallStarts(table, name.userId, new Date('2026-06-01'));
    await finishCall(table, name, { transition: 'end', now: new Date('2026-07-01T00:00:00.000Z') });

    const months = ['2026-05-31', '2026-06-01', '2026-07-01'].map((day) => new Date(day));
    const seconds = await Promise.all(months.map((month) => loadEndedSeconds(table, name.userId, month)));
    expect(open).toEqual([answered]);
    expect(seconds).toEqual([0, 30 * 24 * 3600 - 10, 0]);
    expect(await listOpenCallStarts(table, name.userId, new Date('2026-06-01'))).toEqual([]);
  });
});
