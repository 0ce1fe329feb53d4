import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgetKey } from '../../../lambdas/store/table/keys.ts';
import { giveBack, useRateLimit } from '../../../lambdas/store/table/rate-limit.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const start = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const limit = { perSecond: 10, burst: 5 };

function bucket() {
  const key = budgetKey(randomUUID());
  return { key, use: (now = start) => useRateLimit(table, key, { limit, now }) };
}

describe('a rate limit', () => {
  it('permits a burst, and then returns the time to wait', async () => {
    const { use } = bucket();

    const waits: number[] = [];
    for (let index = 0; index < 7; index++) waits.push(await use());

    expect(waits).toEqual([0, 0, 0, 0, 0, 100, 100]);
  });

  it('refills at its rate, up to the burst', async () => {
    const { use } = bucket();
    for (let index = 0; index < 5; index++) await use();

    const soon = [await use(later(100)), await use(later(100)), await use(later(150))];
    const long: number[] = [];
    for (let index = 0; index < 6; index++) long.push(await use(later(60_000)));

    expect(soon).toEqual([0, 100, 50]);
    expect(long).toEqual([0, 0, 0, 0, 0, 100]);
  });

  it('permits no more than the burst to concurrent users', async () => {
    const { use } = bucket();

    const waits = await Promise.all(Array.from({ length: 12 }, () => use()));

    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('takes back an unused use', async () => {
    const { key, use } = bucket();
    for (let index = 0; index < 5; index++) await use();

    await giveBack(table, key, { limit, now: start });

    expect([await use(), await use()]).toEqual([0, 100]);
  });

  it('is stored separately from its user’s records, and expires', async () => {
    const { key, use } = bucket();
    await use();

    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key }));

    expect(key.pk).toMatch(/^BUDGET#/);
    expect(Item?.expires_at).toBe(start.getTime() / 1000 + 3600);
  });
});
