import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCall } from '../../lambdas/store/calls/calls.ts';
import { skipRecords } from '../../lambdas/store/lists/pages.ts';
import { loadCounts } from '../../lambdas/store/quotas/open-calls.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { openTable } from '../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ table, close } = await openTable({ transactionMs: 20 }));
});
afterAll(() => close());

/** Creations of 50 a second that overlap, each with a few attempts. */
const MOST_UNDER_WAY = 10;

const newCall = (user_id: string) => storedCall({ id: v7(), user_id, counted: true });

/** The outcomes of creations, by the name of the error. */
async function outcomesOf(creations: readonly Promise<void>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(creations);
  const names = settled.map((one) => (one.status === 'fulfilled' ? 'stored' : one.reason.name));
  return Object.fromEntries([...Map.groupBy(names, String)].map(([name, all]) => [name, all.length]));
}

async function listedOf(userId: string): Promise<number> {
  return (await skipRecords(table, { userId, kind: 'call' }, { descending: true, count: 2000 })).count;
}

// The table refuses conflicts between transactions of 20 ms, and more writes than a partition permits.
describe('the calls of one user', () => {
  it('are all stored at 50 a second', async () => {
    const userId = randomUUID();

    const creations: Promise<void>[] = [];
    let underWay = 0;
    for (let number = 0; number < 250; number++) {
      underWay += 1;
      creations.push(
        createCall(table, newCall(userId), { maxOpen: 1000 }).finally(() => {
          underWay -= 1;
        }),
      );
      // A machine that cannot keep up is not asked for more at once than one that can.
      do await wait(20);
      while (underWay > MOST_UNDER_WAY);
    }

    expect(await outcomesOf(creations)).toEqual({ stored: 250 });
    expect([await listedOf(userId), (await loadCounts(table, userId)).open_calls]).toEqual([250, 250]);
  }, 120_000);

  it('are stored up to the limit when 1,000 come at once, and the others are refused', async () => {
    const userId = randomUUID();

    const outcomes = await outcomesOf(
      Array.from({ length: 1000 }, () => createCall(table, newCall(userId), { maxOpen: 900 })),
    );

    const { stored = 0, StillBusy = 0, TooManyOpenCalls: tooMany = 0, ...others } = outcomes;
    expect(others).toEqual({});
    expect(stored).toBeLessThanOrEqual(900);
    expect(stored + StillBusy + tooMany).toBe(1000);
    // None of the simultaneous creations is refused for being simultaneous, unless the machine is too slow to tell.
    expect(stored + StillBusy).toBeGreaterThanOrEqual(900);
    expect([await listedOf(userId), (await loadCounts(table, userId)).open_calls]).toEqual([stored, stored]);
  }, 120_000);
});
