import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRecordsAfter } from '../../../../lambdas/store/lists/after.ts';
import { listRecords, type Page } from '../../../../lambdas/store/lists/pages.ts';
import { deleteRecord } from '../../../../lambdas/store/records/delete-record.ts';
import { createRecords } from '../../../../lambdas/store/records/records.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { measuredTable } from '../../../support/table/measured-table.ts';
import { openTable } from '../../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const MAX_BYTES = 5_000_000;

const promptOf = (userId: string, id: string, content = 'x') =>
  ({ kind: 'prompt', record: { id, user_id: userId, content } }) as const;

const newIds = (count: number) => Array.from({ length: count }, () => v7());

async function store(userId: string, ids: readonly string[], content?: string): Promise<void> {
  for (let start = 0; start < ids.length; start += 90) {
    const batch = ids.slice(start, start + 90);
    await createRecords(
      table,
      batch.map((id) => promptOf(userId, id, content)),
    );
  }
}

const idsOf = ({ items }: Page) => items.map(({ id }) => String(id));

/** Reads every page, and passes each to the callback before the next one is read. */
async function goThrough(
  userId: string,
  order: { readonly size: number; readonly descending: boolean },
  onPage: (page: Page) => Promise<void> = async () => {},
): Promise<Page[]> {
  const [list, request] = [{ userId, kind: 'prompt' } as const, { ...order, maxBytes: MAX_BYTES }];
  const pages = [await listRecords(table, list, { page: 1, ...request })];
  for (let page = pages[0]; page?.hasMore; page = pages.at(-1)) {
    await onPage(page);
    pages.push(await listRecordsAfter(table, list, { after: page.last ?? '', ...request }));
  }
  return pages;
}

describe('a list that is read by records', () => {
  it.each([false, true])('returns each record once, to the last (newest first: %s)', async (descending) => {
    const [owner, ids] = [randomUUID(), newIds(420)];
    await store(owner, ids);
    await store(randomUUID(), newIds(5));

    const pages = await goThrough(owner, { size: 60, descending });

    expect(pages.flatMap(idsOf)).toEqual(descending ? ids.toReversed() : ids);
    expect(pages.map(({ items }) => items.length)).toEqual([60, 60, 60, 60, 60, 60, 60]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([420]));
  });

  it.each([
    false,
    true,
  ])('neither skips nor repeats a record while others are deleted and created (newest first: %s)', async (descending) => {
    const [owner, ids] = [randomUUID(), newIds(200)];
    await store(owner, ids);
    const gone = new Set<string>();
    const added: string[] = [];

    const pages = await goThrough(owner, { size: 16, descending }, async (page) => {
      // The last id of the page before, and the first of this one.
      for (const id of [page.last ?? '', idsOf(page)[0] ?? '']) {
        await deleteRecord(table, owner, { kind: 'prompt', id });
        gone.add(id);
      }
      const [id = ''] = newIds(1);
      await store(owner, [id]);
      added.push(id);
    });

    const seen = pages.flatMap(idsOf);
    const newest = descending ? [] : added;
    expect(seen).toEqual(descending ? ids.toReversed() : [...ids, ...newest]);
    expect(pages.at(-1)?.total).toBe(200 - gone.size + added.length);
  });

  it('ends with an empty page when the rest was deleted meanwhile', async () => {
    const [owner, ids] = [randomUUID(), newIds(12)];
    await store(owner, ids);

    const pages = await goThrough(owner, { size: 10, descending: false }, async () => {
      for (const id of ids.slice(10)) await deleteRecord(table, owner, { kind: 'prompt', id });
    });

    expect(pages.at(-1)).toEqual({ items: [], total: 10, hasMore: false, last: undefined });
  });

  it('refuses a page whose records are too large together, not counting the one after them', async () => {
    const [owner, ids] = [randomUUID(), newIds(4)];
    await store(owner, ids, 'x'.repeat(300_000));
    const pageOf = (size: number, maxBytes: number) =>
      listRecordsAfter(
        table,
        { userId: owner, kind: 'prompt' },
        { after: ids[0] ?? '', size, descending: false, maxBytes },
      );

    const page = await pageOf(2, 700_000);

    expect([idsOf(page), page.hasMore]).toEqual([ids.slice(1, 3), true]);
    await expect(pageOf(3, 700_000)).rejects.toThrow('too large');
    expect(idsOf(await pageOf(3, 1_000_000))).toEqual(ids.slice(1));
  });

  it('takes two concurrent requests at any depth', async () => {
    const [owner, ids] = [randomUUID(), newIds(600)];
    await store(owner, ids);
    const { measured, reads } = measuredTable(table);
    const list = { userId: owner, kind: 'prompt' } as const;

    for (const after of [ids[0], ids[300], ids[580]]) {
      const request = { after: after ?? '', size: 10, descending: false, maxBytes: MAX_BYTES };
      await listRecordsAfter(measured, list, request);
    }

    expect(reads).toHaveLength(6);
  });
});
