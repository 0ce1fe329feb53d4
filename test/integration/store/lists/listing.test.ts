import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRecords } from '../../../../lambdas/store/lists/pages.ts';
import { deleteRecord } from '../../../../lambdas/store/records/delete-record.ts';
import { createRecords, getRecord } from '../../../../lambdas/store/records/records.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { randomNumbers } from '../../../support/run/random-numbers.ts';
import { seedFor } from '../../../support/run/random-seed.ts';
import { measuredTable } from '../../../support/table/measured-table.ts';
import { openTable } from '../../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const MAX_BYTES = 5_000_000;

interface Asked {
  readonly page: number;
  readonly size?: number;
  readonly descending?: boolean;
  readonly maxBytes?: number;
}

const listPage = (userId: string, { page, size = 10, descending = false, maxBytes = MAX_BYTES }: Asked) =>
  listRecords(table, { userId, kind: 'prompt' }, { page, size, descending, maxBytes });

const idsOf = (page: { readonly items: readonly Record<string, unknown>[] }) =>
  page.items.map(({ id }) => id);

/** The ids of all pages in order, and the totals of the pages. */
async function everyPage(userId: string, { size = 10, descending = false } = {}) {
  const ids: unknown[] = [];
  const totals = new Set<number>();
  for (let page = 1, more = true; more; page++) {
    const answer = await listPage(userId, { page, size, descending });
    ids.push(...idsOf(answer));
    totals.add(answer.total);
    more = answer.hasMore;
  }
  return { ids, totals: [...totals] };
}

const promptOf = (userId: string, id: string) =>
  ({ kind: 'prompt', record: { id, user_id: userId, content: 'x'.repeat(150) } }) as const;

/** Stores prompts with these ids, `batch` in each transaction. */
async function store(userId: string, ids: readonly string[], batch = 1): Promise<void> {
  for (let start = 0; start < ids.length; start += batch) {
    await createRecords(
      table,
      ids.slice(start, start + batch).map((id) => promptOf(userId, id)),
    );
  }
}

const newIds = (count: number) => Array.from({ length: count }, () => v7());

function shuffled<T>(values: readonly T[]): T[] {
  const random = randomNumbers(seedFor('order of creation'));
  return values
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

describe('a list', () => {
  it('is empty for a user without records', async () => {
    const page = await listPage(randomUUID(), { page: 1 });

    expect(page).toEqual({ items: [], total: 0, hasMore: false, last: undefined });
  });

  it('returns every page of 450 records correctly, in both directions', async () => {
    const [owner, ids] = [randomUUID(), newIds(450)];
    await store(owner, ids);

    const ascending = await everyPage(owner, { size: 7 });
    const descending = await everyPage(owner, { size: 100, descending: true });
    const exact = await listPage(owner, { page: 45 });
    const beyond = await listPage(owner, { page: 1_000_000 });

    expect(ascending).toEqual({ ids, totals: [450] });
    expect(descending).toEqual({ ids: ids.toReversed(), totals: [450] });
    expect([exact.items.length, exact.hasMore]).toEqual([10, false]);
    expect(beyond).toEqual({ items: [], total: 450, hasMore: false, last: undefined });
  });

  it('returns the records as they are stored', async () => {
    const [owner, id] = [randomUUID(), v7()];
    await store(owner, [id]);

    const { items } = await listPage(owner, { page: 1 });

    expect(items).toEqual([expect.objectContaining(promptOf(owner, id).record)]);
  });

  it('is visible to its owner only, and has one kind', async () => {
    const [owner, other] = [randomUUID(), randomUUID()];
    const [mine, theirs] = [newIds(3), newIds(2)];
    await store(owner, mine);
    await store(other, theirs);
    const voice = { id: v7(), user_id: owner, type: 'voice_builtin', voice_id: 'x' } as const;
    await createRecords(table, [{ kind: 'voice', record: voice }, promptOf(owner, v7())]);

    const [own, foreign] = await Promise.all([everyPage(owner), everyPage(other)]);

    expect(own.ids).toHaveLength(4);
    expect(own.ids).toEqual(expect.arrayContaining(mine));
    expect(foreign).toEqual({ ids: theirs, totals: [2] });
  });

  it('refuses a page whose records are too large together', async () => {
    const owner = randomUUID();
    await store(owner, newIds(20));

    const fitting = await listPage(owner, { page: 1, size: 10, maxBytes: 5000 });
    const page = listPage(owner, { page: 1, size: 20, maxBytes: 5000 });

    expect(fitting.items).toHaveLength(10);
    await expect(page).rejects.toThrow('too large');
  });
});

describe('concurrently created records', () => {
  it('are each on one page, and the total counts them all', async () => {
    const [owner, other] = [randomUUID(), randomUUID()];
    const [ids, others] = [newIds(200), newIds(50)];

    await Promise.all([
      ...shuffled(ids).map((id) => store(owner, [id])),
      ...others.map((id) => store(other, [id])),
    ]);

    expect(await everyPage(owner)).toEqual({ ids, totals: [200] });
    expect(await everyPage(other)).toEqual({ ids: others, totals: [50] });
  });

  it('are sorted in when much newer ones exist already', async () => {
    const [owner, ids] = [randomUUID(), newIds(1500)];
    const late = shuffled(ids.filter((_, index) => index % 2 === 1));
    const early = ids.filter((_, index) => index % 2 === 0);
    await store(owner, early, 90);

    await store(owner, late.slice(0, 720), 60);
    await Promise.all(late.slice(720).map((id) => store(owner, [id])));

    expect(await everyPage(owner, { size: 100 })).toEqual({ ids, totals: [1500] });
  });

  it('are stored when DynamoDB refuses conflicting transactions', async () => {
    const [owner, ids] = [randomUUID(), newIds(125)];
    const conflicting = conflictingTable();
    await store(owner, ids.slice(0, 110), 55);

    // Few enough to finish before requests give up, even on a slow machine: one at a time succeeds.
    await Promise.all(ids.slice(110).map((id) => createRecords(conflicting.table, [promptOf(owner, id)])));

    expect(conflicting.conflicts()).toBeGreaterThan(0);
    expect(await everyPage(owner)).toEqual({ ids, totals: [125] });
  });

  it('are in no list when one of them could not be stored', async () => {
    const [owner, existing] = [randomUUID(), v7()];
    await store(owner, [existing]);

    const both = createRecords(table, [promptOf(owner, v7()), promptOf(owner, existing)]);

    await expect(both).rejects.toThrow();
    expect(await everyPage(owner)).toEqual({ ids: [existing], totals: [1] });
  });
});

describe('deleted records', () => {
  it('leave no gap at any place', async () => {
    const [owner, ids] = [randomUUID(), newIds(600)];
    await store(owner, ids, 50);
    const gone = ids.filter((_, index) => index % 3 === 0 || (index > 100 && index < 450));

    for (const id of shuffled(gone)) await deleteRecord(table, owner, { kind: 'prompt', id });
    const kept = ids.filter((id) => !gone.includes(id));

    expect(await everyPage(owner)).toEqual({ ids: kept, totals: [kept.length] });
    expect(await everyPage(owner, { size: 9, descending: true })).toEqual({
      ids: kept.toReversed(),
      totals: [kept.length],
    });
    expect(await getRecord(table, owner, 'prompt', gone[0] ?? '')).toBeUndefined();
  });

  it('are counted once when several requests delete the same one, and never by a stranger', async () => {
    const [owner, ids] = [randomUUID(), newIds(200)];
    await store(owner, ids, 50);
    const [first = '', last = ''] = [ids[0], ids.at(-1)];

    const stranger = await deleteRecord(table, randomUUID(), { kind: 'prompt', id: first });
    const old = await Promise.all(
      [1, 2, 3, 4].map(() => deleteRecord(table, owner, { kind: 'prompt', id: first })),
    );
    const recent = await Promise.all(
      [1, 2, 3, 4].map(() => deleteRecord(table, owner, { kind: 'prompt', id: last })),
    );

    expect(stranger).toBe(false);
    expect([old, recent].map((answers) => answers.filter(Boolean).length)).toEqual([1, 1]);
    expect(await everyPage(owner)).toEqual({ ids: ids.slice(1, -1), totals: [198] });
  });

  it('leave a list that can be emptied and filled again', async () => {
    const [owner, ids, others] = [randomUUID(), newIds(150), newIds(150)];
    await store(owner, others.slice(0, 75), 75);
    await store(owner, ids, 75);
    for (const id of [...ids, ...others.slice(0, 75)]) {
      await deleteRecord(table, owner, { kind: 'prompt', id });
    }
    const emptied = await listPage(owner, { page: 1 });

    await store(owner, others, 50);

    expect(emptied).toEqual({ items: [], total: 0, hasMore: false, last: undefined });
    expect(await everyPage(owner)).toEqual({ ids: others, totals: [150] });
  });

  it('do not disturb concurrently created ones', async () => {
    const [owner, before, during] = [randomUUID(), newIds(200), newIds(100)];
    await store(owner, before, 50);
    const gone = before.filter((_, index) => index % 10 === 0);

    await Promise.all([
      ...gone.map((id) => deleteRecord(table, owner, { kind: 'prompt', id })),
      ...during.map((id) => store(owner, [id])),
    ]);

    const kept = [...before.filter((id) => !gone.includes(id)), ...during];
    expect(await everyPage(owner)).toEqual({ ids: kept, totals: [280] });
  });
});

describe('a page that is read while the list changes', () => {
  it('is read again, so that it is consistent with its total', async () => {
    const [owner, ids] = [randomUUID(), newIds(200)];
    await store(owner, ids, 50);
    let done = false;
    const send = async (command: object) => {
      const answer = await table.client.send(command as never);
      const first = !done;
      done = true;
      if (first) await deleteRecord(table, owner, { kind: 'prompt', id: ids[3] ?? '' });
      return answer;
    };
    const client = Object.assign(Object.create(table.client), { send });
    const request = { page: 1, size: 10, descending: false, maxBytes: MAX_BYTES };

    const page = await listRecords({ ...table, client } as Table, { userId: owner, kind: 'prompt' }, request);

    expect(idsOf(page)).toEqual(ids.filter((_, index) => index !== 3).slice(0, 10));
    expect(page.total).toBe(199);
  });
});

describe('a page far into a long list', () => {
  it('costs at most twice what the first one costs, in capacity and in requests', async () => {
    const [owner, ids] = [randomUUID(), newIds(3000)];
    await store(owner, ids, 98);
    const { measured, reads } = measuredTable(table);
    const costOf = async (page: number, descending: boolean) => {
      reads.length = 0;
      await listRecords(
        measured,
        { userId: owner, kind: 'prompt' },
        { page, size: 10, descending, maxBytes: MAX_BYTES },
      );
      return { requests: reads.length, units: reads.reduce((sum, units) => sum + units, 0) };
    };

    const costs = [];
    for (const page of [1, 100, 137, 150, 163, 200, 299, 300]) {
      costs.push(await costOf(page, false), await costOf(page, true));
    }

    const units = costs.map((cost) => cost.units);
    expect(Math.max(...costs.map(({ requests }) => requests))).toBe(3);
    expect(Math.max(...units)).toBeLessThanOrEqual(2 * Math.min(...units));
    expect(Math.min(...units)).toBeGreaterThan(0);
  });
});

/** The table, refusing transactions while another is under way. */
function conflictingTable() {
  let busy = false;
  let conflicts = 0;
  const send = async (command: object) => {
    if (!(command instanceof TransactWriteCommand)) return table.client.send(command as never);
    if (busy) {
      conflicts += 1;
      const reasons = command.input.TransactItems!.map(() => ({ Code: 'TransactionConflict' }));
      throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons: reasons });
    }
    busy = true;
    return table.client.send(command as never).finally(() => {
      busy = false;
    });
  };
  const client = Object.assign(Object.create(table.client), { send });
  return { table: { ...table, client } as Table, conflicts: () => conflicts };
}
