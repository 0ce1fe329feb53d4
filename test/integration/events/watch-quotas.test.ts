import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { watchMinutes, watchQuotas } from '../../../lambdas/events/watch-quotas.ts';
import { logger } from '../../../lambdas/runtime/logger.ts';
import { countUpdate } from '../../../lambdas/store/quotas/open-calls.ts';
import { countsKey, dayUseKey, listCountKey, openCallsKey } from '../../../lambdas/store/table/keys.ts';
import { isTransacted } from '../../../lambdas/store/table/retry.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { staging } from '../../../lib/config/staging.ts';
import { openTable } from '../../support/table/table.ts';

const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
afterEach(() => warn.mockClear());

const userId = randomUUID();
const list = listCountKey({ userId, kind: 'webhook' });
const day = dayUseKey(userId, '2026-01-01');

describe('the counters of a user', () => {
  it.each([
    ['a list', list, { records: 79 }, { records: 80 }, [['webhooks', 80]]],
    ['a list', list, { records: 99 }, { records: 100 }, [['webhooks', 100]]],
    ['a list that shrinks', list, { records: 100 }, { records: 99 }, []],
    ['a list without a quota', listCountKey({ userId, kind: 'call' }), undefined, { records: 9_999_999 }, []],
    [
      'numbers',
      openCallsKey(userId),
      undefined,
      { numbers: 10 },
      [
        ['numbers', 80],
        ['numbers', 100],
      ],
    ],
    ['open calls', openCallsKey(userId), { open_calls: 1 }, { open_calls: 999_999 }, []],
    ['tokens', day, { model_tokens: 3_999_999 }, { model_tokens: 4_000_000 }, [['model_tokens', 80]]],
  ] as const)('are reported when %s passes a share of a quota', (_, key, before, after, told) => {
    watchQuotas({ before: before && { ...key, ...before }, after: { ...key, ...after } }, staging.quotas);

    expect(warn.mock.calls).toEqual(
      told.map(([quota, share]) => ['A user passed a share of a quota.', { userId, quota, share }]),
    );
  });
});

describe('the minutes of a day', () => {
  let table: Table;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ table, close } = await openTable());
  });
  afterAll(() => close());

  /** Counts seconds of the day in shards of a new user. */
  async function usedBefore(shards: readonly number[]): Promise<string> {
    const owner = randomUUID();
    for (const [shard, seconds] of shards.entries())
      await isTransacted(table, [
        { Update: countUpdate(table, { userId: owner, shard }, { seconds: { '2026-01-01': seconds } }) },
      ]);
    return owner;
  }

  it.each([
    ['one long call of few', [200_000, 60_000], { 'seconds_2026-01-01': 200_000 }, []],
    ['a change that reaches 80 %', [60, 479_940], { 'seconds_2026-01-01': 60 }, [80]],
    ['a change above', [60, 480_000], { 'seconds_2026-01-01': 60 }, []],
    ['a month', [60, 479_940], { 'seconds_2026-01': 60, 'seconds_2025-12': 60 }, []],
  ] as const)('are reported by the sum of shards: %s', async (_, shards, counted, told) => {
    const owner = await usedBefore(shards);

    await watchMinutes(
      table,
      { before: undefined, after: { ...countsKey(owner, 0), ...counted } },
      staging.quotas,
    );

    expect(warn.mock.calls).toEqual(
      told.map((share) => [
        'A user passed a share of a quota.',
        { userId: owner, quota: 'call_minutes', share },
      ]),
    );
  });
});
