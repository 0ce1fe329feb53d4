import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCall } from '../../../../lambdas/store/calls/calls.ts';
import { createCalls } from '../../../../lambdas/store/calls/create-calls.ts';
import { deleteCall } from '../../../../lambdas/store/calls/delete-call.ts';
import { finishCall } from '../../../../lambdas/store/calls/finish-call.ts';
import { foldNewIds } from '../../../../lambdas/store/calls/listed-calls.ts';
import { loadHeadWithNew } from '../../../../lambdas/store/lists/new-ids.ts';
import { listRecords } from '../../../../lambdas/store/lists/pages.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { storedCall } from '../../../support/table/stored-call.ts';
import { openTable } from '../../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ table, close } = await openTable());
  let draws = 0;
  // Calls are spread over the shards, always in the same way, and single ones are folded by the tests only.
  vi.spyOn(Math, 'random').mockImplementation(() => {
    draws += 1;
    return 0.04 + 0.96 * ((draws * 0.618034) % 1);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await close();
});

const START = Date.parse('2026-01-01T00:00:00.000Z');
const listOf = (userId: string) => ({ userId, kind: 'call' }) as const;
const callAt = (user_id: string, second: number) =>
  storedCall({ id: v7({ msecs: START + second * 1000 }), user_id });

/** All ids, page by page by their numbers. */
async function pagesOf(userId: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const request = { page, size, descending: false, maxBytes: Number.POSITIVE_INFINITY };
    const { items, hasMore } = await listRecords(table, listOf(userId), request);
    ids.push(...items.map(({ id }) => String(id)));
    if (!hasMore) return ids;
  }
}

describe('the list of calls', () => {
  it('is in order and complete before, between and after folds, also for late ids and deletions', async () => {
    const userId = randomUUID();
    const calls = Array.from({ length: 150 }, (_, second) => callAt(userId, second * 2));
    for (const call of calls) await createCall(table, call);
    const before = await pagesOf(userId, 40);
    await foldNewIds(table, userId);
    const folded = await loadHeadWithNew(table, listOf(userId));
    // Their ids belong into the block.
    const late = [3, 7, 21].map((second) => callAt(userId, second));
    for (const call of late) await createCall(table, call);
    const between = await pagesOf(userId, 40);
    const removed = [calls[5]!, late[1]!, calls[149]!];
    for (const { id: callId } of removed) {
      await finishCall(table, { userId, callId }, { transition: 'end', now: new Date() });
      await deleteCall(table, { userId, callId }, { requestId: v7(), now: new Date() });
    }
    const after = await pagesOf(userId, 40);
    const batch = Array.from({ length: 90 }, (_, second) => callAt(userId, 400 + second));
    await createCalls(table, { calls: batch, records: [], maxOpen: 1000 });
    await foldNewIds(table, userId);
    await foldNewIds(table, userId);
    const last = await pagesOf(userId, 40);

    const sorted = (all: typeof calls) => all.map(({ id }) => id).sort();
    const left = [...calls, ...late].filter((call) => !removed.includes(call));
    expect(before).toEqual(sorted(calls));
    expect(folded.head.blocks).toHaveLength(1);
    expect(folded.head.late.length).toBeGreaterThan(0);
    expect(folded.shards.filter(({ ids }) => ids.length >= 12)).toEqual([]);
    expect(between).toEqual(sorted([...calls, ...late]));
    expect(after).toEqual(sorted(left));
    expect(last).toEqual(sorted([...left, ...batch]));
  });

  it('loses nothing when folds, additions and deletions meet', async () => {
    const userId = randomUUID();
    const calls = Array.from({ length: 120 }, (_, second) => callAt(userId, second));
    for (const call of calls.slice(0, 100)) await createCall(table, call);
    const doomed = calls[2]!;
    await finishCall(table, { userId, callId: doomed.id }, { transition: 'end', now: new Date() });

    await Promise.all([
      ...[1, 2, 3].map(() => foldNewIds(table, userId)),
      ...calls.slice(100).map((call) => createCall(table, call)),
      deleteCall(table, { userId, callId: doomed.id }, { requestId: v7(), now: new Date() }),
    ]);

    const left = calls.filter((call) => call !== doomed).map(({ id }) => id);
    expect(await pagesOf(userId, 33)).toEqual(left);
  });
});
