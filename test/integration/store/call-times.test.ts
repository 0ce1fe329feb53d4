import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCallTimes } from '../../../lambdas/store/calls/call-times.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
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

async function callAt(user_id: string, created: string, times: { start_time?: string; end_time?: string }) {
  const created_at = new Date(created).toISOString();
  const id = v7({ msecs: Date.parse(created) });
  await createCall(table, storedCall({ id, user_id, created_at, ...times }));
}

describe('the times of calls', () => {
  it('are those of calls that began at a time or later, whenever they were created and ended', async () => {
    const owner = randomUUID();
    const early = { start_time: '2026-02-28T23:59:59.999Z', end_time: '2026-03-01T00:10:00.000Z' };
    const late = { start_time: '2026-03-01T00:00:00.000Z', end_time: '2026-03-01T00:00:05.000Z' };
    const talking = { start_time: '2026-03-31T12:00:00.000Z' };
    await callAt(owner, '2026-02-28T23:59:00.000Z', early);
    await callAt(owner, '2026-02-28T23:58:00.000Z', late);
    await callAt(owner, '2026-03-15T00:00:00.000Z', {});
    await callAt(owner, '2026-03-31T11:59:00.000Z', talking);
    await callAt(randomUUID(), '2026-03-31T11:59:00.000Z', talking);

    const times = await listCallTimes(table, owner, MARCH);

    expect(times).toEqual([talking, late]);
  });
});
