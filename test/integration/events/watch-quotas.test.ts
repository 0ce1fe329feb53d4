import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { QUOTA_PASSED } from '../../../lambdas/domain/quotas/quota-watch.ts';
import { watchQuotas } from '../../../lambdas/events/watch-quotas.ts';
import { logger } from '../../../lambdas/runtime/logger.ts';
import { dayUseKey, listHeadKey, openCallsKey } from '../../../lambdas/store/table/keys.ts';
import { staging } from '../../../lib/config/staging.ts';

const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
afterEach(() => warn.mockClear());

const userId = randomUUID();
const head = listHeadKey({ userId, kind: 'webhook' });
const day = dayUseKey(userId, '2026-01-01');

describe('the counters of a user', () => {
  it.each([
    ['a list', head, { ids_count: 79 }, { ids_count: 80 }, [['webhooks', 80]]],
    ['a list', head, { ids_count: 99 }, { ids_count: 100 }, [['webhooks', 100]]],
    ['a list that shrinks', head, { ids_count: 100 }, { ids_count: 99 }, []],
    [
      'a list without a quota',
      listHeadKey({ userId, kind: 'call' }),
      undefined,
      { ids_count: 9_999_999 },
      [],
    ],
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
    ['minutes', day, { call_seconds: 599_940 }, { call_seconds: 600_000 }, [['call_minutes', 100]]],
  ] as const)('are reported when %s passes a share of a quota', (_, key, before, after, told) => {
    watchQuotas({ before: before && { ...key, ...before }, after: { ...key, ...after } }, staging.quotas);

    expect(warn.mock.calls).toEqual(told.map(([quota, share]) => [QUOTA_PASSED, { userId, quota, share }]));
  });
});
