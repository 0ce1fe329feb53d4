import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { callKind } from '../../../lambdas/calls/model/call.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import { createCalls } from '../../../lambdas/calls/store/create-calls.ts';
import type { NewRecord } from '../../../lambdas/records/model/kind.ts';
import { loadPage, skipRecords } from '../../../lambdas/records/store/lists/pages.ts';
import { getRecord } from '../../../lambdas/records/store/records.ts';
import { loadOpenCalls } from '../../../lambdas/usage/store/open-calls.ts';
import { voiceKind } from '../../../lambdas/voices/model/voice.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const callsOf = (user_id: string, length: number, overrides: Partial<CallWithSnapshot> = {}) =>
  Array.from({ length }, () => storedCall({ id: v7(), user_id, counted: true, ...overrides }));

async function storedOf(userId: string): Promise<unknown[]> {
  const request = { page: 1, size: 1000, descending: false, maxBytes: Number.POSITIVE_INFINITY };
  const list = { userId, kind: callKind } as const;
  const { items } = await loadPage(table, list, request);
  expect(await skipRecords(table, list, { descending: true, count: 2000 })).toMatchObject({
    count: items.length,
  });
  return items.map(({ id }) => id);
}

const idsOf = (calls: readonly CallWithSnapshot[]) => calls.map(({ id }) => id);

const voiceOf = (user_id: string): NewRecord => ({
  kind: voiceKind,
  record: { id: v7(), user_id, type: 'voice_builtin', voice_id: 'default' },
});

describe('many calls', () => {
  it('are stored up to the limit, and scheduled ones regardless of their place', async () => {
    const userId = randomUUID();
    const first = callsOf(userId, 30);
    const scheduled = callsOf(userId, 3, { counted: false, scheduled_at: '2027-01-01T00:00:00.000Z' });
    const last = callsOf(userId, 100);
    const calls = [...first, ...scheduled, ...last];

    const refused = await createCalls(table, { calls, records: [], maxOpen: 40 });

    expect([...refused.keys()]).toEqual(idsOf(last.slice(10)));
    expect(await storedOf(userId)).toEqual(idsOf([...first, ...scheduled, ...last.slice(0, 10)]));
    expect(await loadOpenCalls(table, userId)).toBe(40);
  });

  it('never exceed the limit, with others created concurrently', async () => {
    const userId = randomUUID();
    const batches = [1, 2, 3].map(() => callsOf(userId, 40));
    const single = callsOf(userId, 5);

    await Promise.all([
      ...batches.map((calls) => createCalls(table, { calls, records: [], maxOpen: 50 })),
      ...single.map((call) => insertCall(table, call, { maxOpen: 50 }).catch(() => undefined)),
    ]);

    expect(await loadOpenCalls(table, userId)).toBe(50);
    expect(await storedOf(userId)).toHaveLength(50);
  });

  it('store their records with the first call, or not at all', async () => {
    const userId = randomUUID();
    const record = voiceOf(userId);
    const isThere = async () => (await getRecord(table, userId, voiceKind, record.record.id)) !== undefined;

    const none = await createCalls(table, { calls: callsOf(userId, 2), records: [record], maxOpen: 0 });
    const before = await isThere();
    const calls = callsOf(userId, 35);
    await createCalls(table, { calls, records: [record], maxOpen: 33 });

    expect([none.size, before, await isThere()]).toEqual([2, false, true]);
    expect(await storedOf(userId)).toEqual(idsOf(calls.slice(0, 33)));
  });
});
