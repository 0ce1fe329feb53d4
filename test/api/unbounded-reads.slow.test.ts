// A user with a large amount of stored data repeats requests that must search all of it.
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { callOrderKey } from '../../lambdas/calls/store/keys.ts';
import { findDeliveryPage } from '../../lambdas/deliveries/store/deliveries.ts';
import { getUsage } from '../../lambdas/usage/endpoints/usage.ts';
import { changeCounts } from '../../lambdas/usage/store/open-calls.ts';
import { measuredTable } from '../support/table/measured-table.ts';
import { storeDelivery, storedWebhook } from '../support/table/stored-webhook.ts';
import { tableOfFile } from '../support/table/table.ts';
import { stubVariables } from '../support/table/variables.ts';

const table = await tableOfFile();

const START = Date.parse('2026-01-01T12:00:00Z');
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('a list of deliveries', () => {
  const DELIVERIES = 90;
  const webhook = storedWebhook();
  const user = webhook.user_id;
  const callId = randomUUID();
  const ids: string[] = [];

  /** 9 MB of deliveries; the oldest alone is of the call. */
  beforeAll(async () => {
    for (let second = 0; second < DELIVERIES; second++) {
      const now = new Date(START + second * 1000);
      const delivery = await storeDelivery(table, webhook, now, {
        call_id: second === 0 ? callId : randomUUID(),
        payload: { text: 'x'.repeat(100_000) },
      });
      ids.unshift(delivery.id);
    }
  });

  /** All pages of a list, with the read units of each. */
  async function pagesOf(filter: object, size: number) {
    const pages: { ids: string[]; units: number }[] = [];
    let after: string | undefined;
    do {
      const { measured, reads } = measuredTable(table);
      const { items: deliveries, next } = await findDeliveryPage(measured, user, { filter, after, size });
      pages.push({ ids: deliveries.map(({ id }) => id), units: sum(reads) });
      after = next;
    } while (after !== undefined);
    return pages;
  }

  it.each([
    ['nothing', { call_id: randomUUID() }, () => []],
    ['the oldest alone', { call_id: callId }, () => ids.slice(-1)],
    ['all', { webhook_id: webhook.id }, () => ids],
  ])('reads 2 MB for each answer with a filter that matches %s, and in the end finds all of them', async (_, filter, expected) => {
    const pages = await pagesOf(filter, 100);

    // Eventually consistent: a read unit is for 8 KB.
    expect(Math.max(...pages.map(({ units }) => units))).toBeLessThanOrEqual((2 * 1024) / 8 + 30);
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages.flatMap(({ ids }) => ids)).toEqual(expected());
  });

  it('reads only the returned deliveries and one more without a filter', async () => {
    const pages = await pagesOf({}, 10);

    expect(pages.map(({ ids }) => ids.length)).toEqual(Array(9).fill(10));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(ids);
    // Each has 100 KB.
    for (const { units } of pages) expect(units).toBeLessThanOrEqual(11 * 13);
  });
});

describe('the use of a month', () => {
  const CALLS = 6_000;
  const user = randomUUID();
  const now = new Date(START + CALLS * 1000);

  /** Calls of an hour and a half: all but the newest are over. */
  beforeAll(async () => {
    const items = Array.from({ length: CALLS }, (_, second) => {
      const time = new Date(START + second * 1000).toISOString();
      const ended = { status: 'ended', end_time: time };
      return {
        ...callOrderKey(user, v7({ msecs: Date.parse(time) })),
        agent_id: randomUUID(),
        from_number: '+15550001111',
        to_number: '+15550002222',
        direction: 'outbound',
        created_at: time,
        start_time: time,
        ...(second === CALLS - 1 ? { status: 'in_progress' } : ended),
      };
    });
    for (let start = 0; start < CALLS; start += 25) {
      const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
    }
    await changeCounts(table, { userId: user, calls: 1 });
  }, 120_000);

  it('reads a few of thousands of calls, and counts the one in progress', async () => {
    const { measured, reads } = measuredTable(table);
    const request = { userId: user, query: undefined, body: undefined, references: [] };
    stubVariables(getUsage().variables ?? []);
    onTestFinished(() => void vi.unstubAllEnvs());
    const source = { now: () => now, newId: randomUUID, randomBytes: () => Buffer.alloc(0) };

    const answer = await getUsage().run(request as never, { table: measured, ...source } as never);

    // 1,000 entries of 0.3 KB each, at 8 KB a unit, and single items; the use of each day of the month, and of the day
    // after it; and the shards of what is counted.
    expect(sum(reads)).toBeLessThanOrEqual(60 + 32 + 16);
    expect(answer).toMatchObject({ monthly_usage_minutes: 0, monthly_usage_minutes_exact: 0.02 });
  });
});
