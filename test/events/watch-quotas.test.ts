import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { callKind } from '../../lambdas/calls/model/call.ts';
import { watchQuotas } from '../../lambdas/events/watch-quotas.ts';
import { COUNTED_QUOTAS } from '../../lambdas/kinds.ts';
import { logger } from '../../lambdas/platform/logger.ts';
import { listCountKey } from '../../lambdas/records/keys.ts';
import { countsKey, dayUseKey, openCallsKey } from '../../lambdas/usage/store/keys.ts';
import { webhookKind } from '../../lambdas/webhooks/model/webhook.ts';
import staging from '../support/environments/staging.ts';

const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
afterEach(() => warn.mockClear());

const userId = randomUUID();
const watched = { limits: staging.quotas, counted: COUNTED_QUOTAS };

const list = listCountKey({ userId, kind: webhookKind });
const day = dayUseKey(userId, '2026-01-01');

it.each([
  ['a list', list, { records: 79 }, { records: 80 }, [['webhooks', 80]]],
  ['a list', list, { records: 99 }, { records: 100 }, [['webhooks', 100]]],
  ['a list that shrinks', list, { records: 100 }, { records: 99 }, []],
  ['a list without a quota', listCountKey({ userId, kind: callKind }), undefined, { records: 9_999_999 }, []],
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
  [
    'scheduled calls',
    countsKey(userId),
    undefined,
    { scheduled_calls: 999_999 },
    [
      ['scheduled_calls', 80],
      ['scheduled_calls', 100],
    ],
  ],
  [
    'minutes of the last day',
    countsKey(userId),
    { 'seconds_2026-01-01': 900_000, 'seconds_2026-01-02': 479_999, 'seconds_2026-01': 9_000_000 },
    { 'seconds_2026-01-01': 900_000, 'seconds_2026-01-02': 480_000, 'seconds_2026-01': 9_000_001 },
    [['call_minutes', 80]],
  ],
  ['tokens', day, { model_tokens: 3_999_999 }, { model_tokens: 4_000_000 }, [['model_tokens', 80]]],
] as const)('the counters of a user are reported when %s passes a share of a quota', (_, key, before, after, told) => {
  watchQuotas({ before: before && { ...key, ...before }, after: { ...key, ...after } }, watched);

  expect(warn.mock.calls).toEqual(
    told.map(([quota, share]) => ['A user passed a share of a quota.', { userId, quota, share }]),
  );
});
