import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { beginningOf } from '../../../../lambdas/domain/calls/dialing/schedule.ts';
import { claimDialling, connectCall, createCall, getCall } from '../../../../lambdas/store/calls/calls.ts';
import { startScheduled } from '../../../../lambdas/store/calls/dialing/start-scheduled.ts';
import { finishCall } from '../../../../lambdas/store/calls/finish-call.ts';
import { listOpenCallStarts } from '../../../../lambdas/store/calls/open-call-starts.ts';
import { loadCallCounts, loadOpenCalls } from '../../../../lambdas/store/quotas/open-calls.ts';
import { storedCall } from '../../../support/table/stored-call.ts';
import { tableOfFile } from '../../../support/table/table.ts';

const table = await tableOfFile();

const CREATED = new Date('2026-01-01T00:00:00.000Z');
const reconcileAt = new Date('2026-01-02T00:02:00.000Z');

/** A stored scheduled call. */
async function scheduledFor(scheduledAt: string, user_id: string = randomUUID()) {
  const id = v7({ msecs: CREATED.getTime() });
  const call = storedCall({ id, user_id, ...beginningOf(scheduledAt, CREATED, 120) });
  await createCall(table, call, { maxOpen: 0 });
  return { call, name: { userId: user_id, callId: id } };
}

const openCallsOf = (userId: string) => loadOpenCalls(table, userId);

describe('a call that was scheduled', () => {
  it('counts correctly when it is ended and due at the same time', async () => {
    const userId = randomUUID();
    const now = new Date('2026-01-02T00:00:00.000Z');
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => scheduledFor('2026-01-02T00:00:00.000Z', userId)),
    );

    await Promise.all(
      calls.flatMap(({ call, name }) => [
        startScheduled(table, call, { reconcileAt }),
        finishCall(table, name, { transition: 'end', now, endedBy: 'api' }),
      ]),
    );

    const stored = await Promise.all(calls.map(({ name }) => getCall(table, name)));
    expect(new Set(stored.map((call) => call?.status))).toEqual(new Set(['ended']));
    expect(await openCallsOf(userId)).toBe(0);
  });

  it('counts for the month in which it began, whenever it was created', async () => {
    const { call, name } = await scheduledFor('2026-05-31T23:59:59.000Z');
    await startScheduled(table, call, { reconcileAt });
    const answered = new Date('2026-06-01T00:00:10.000Z');
    await claimDialling(table, name, { now: answered, reconcileAt: answered });
    await connectCall(table, name, { sid: `CA${call.id}`, now: answered });

    const open = await listOpenCallStarts(table, name.userId, new Date('2026-06-01'));
    await finishCall(table, name, { transition: 'end', now: new Date('2026-07-01T00:00:00.000Z') });

    const { secondsIn } = await loadCallCounts(table, name.userId);
    const seconds = ['2026-05', '2026-06', '2026-07'].map(secondsIn);
    expect(open).toEqual([answered]);
    expect(seconds).toEqual([0, 30 * 24 * 3600 - 10, 0]);
    expect(await listOpenCallStarts(table, name.userId, new Date('2026-06-01'))).toEqual([]);
  });
});
