import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeDialSlot } from '../../../../lambdas/store/calls/dialing/dial-slots.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { openTable } from '../../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const now = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('the dial slots of an account', () => {
  it('begin now and follow one another, each given once to concurrent workers', async () => {
    const account = randomUUID();

    const taken = await Promise.all(
      Array.from({ length: 12 }, () => takeDialSlot(table, { account, now, intervalMs: 500 })),
    );

    const times = taken.map((slot) => slot.getTime() - now.getTime()).sort((a, b) => a - b);
    expect(times).toEqual(Array.from({ length: 12 }, (_, index) => index * 500));
  });

  it('begin anew after all given slots have passed', async () => {
    const account = randomUUID();
    const take = (at: Date) => takeDialSlot(table, { account, now: at, intervalMs: 1000 });
    await take(now);

    const early = await take(later(400));
    const late = await take(later(10_000));

    expect([early, late]).toEqual([later(1000), later(10_000)]);
  });

  it('belong to one account', async () => {
    const take = (account: string | null) => takeDialSlot(table, { account, now, intervalMs: 1000 });

    const taken = await Promise.all([take(randomUUID()), take(randomUUID()), take(null)]);

    expect(taken).toEqual([now, now, now]);
  });
});
