import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../lambdas/domain/calls/call.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
import { deleteCall } from '../../../lambdas/store/calls/delete-call.ts';
import { finishCall } from '../../../lambdas/store/calls/finish-call.ts';
import { listOpenCallStarts } from '../../../lambdas/store/calls/open-call-starts.ts';
import { loadEndedSeconds } from '../../../lambdas/store/quotas/month-use.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { storedCall } from '../../support/stored-call.ts';
import { openTable } from '../../support/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const MARCH = new Date('2026-03-01T00:00:00.000Z');
const APRIL = new Date('2026-04-01T00:00:00.000Z');

/** A call that is open; one in progress if it has a beginning. */
async function callAt(user_id: string, created: string, overrides: Partial<StoredCall> = {}) {
  const id = v7({ msecs: Date.parse(created) });
  const status = overrides.start_time === undefined ? 'not_started' : 'in_progress';
  const created_at = new Date(created).toISOString();
  await createCall(table, storedCall({ id, user_id, created_at, status, counted: true, ...overrides }));
  return { userId: user_id, callId: id };
}

describe('the use of a month', () => {
  it('is that of the calls that began in it, through whatever account, once each and also when they are deleted', async () => {
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
    await deleteCall(table, names[0]!, { requestId: randomUUID(), now });

    // The first call has 10.001 seconds.
    expect(await loadEndedSeconds(table, owner, MARCH)).toBe(11);
    expect(await loadEndedSeconds(table, owner, APRIL)).toBe(10);
  });

  it('has the calls in progress that began in it, and of others none', async () => {
    const owner = randomUUID();
    const [before, within] = ['2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00.000Z'];
    await callAt(owner, '2026-03-31T23:59:00.000Z', { start_time: before });
    await callAt(owner, '2026-03-31T23:58:00.000Z', { start_time: within });
    await callAt(owner, '2026-04-02T00:00:00.000Z');
    await callAt(randomUUID(), '2026-04-02T00:00:00.000Z', { start_time: within });

    expect(await listOpenCallStarts(table, owner, APRIL)).toEqual([new Date(within)]);
  });
});
