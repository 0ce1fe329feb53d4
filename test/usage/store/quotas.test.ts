import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { removeCall } from '../../../lambdas/calls/store/delete-call.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { storeInboundCall } from '../../../lambdas/calls/store/inbound-calls.ts';
import { COUNTED_QUOTAS } from '../../../lambdas/kinds.ts';
import { storeCancellation } from '../../../lambdas/numbers/store/cancel-number.ts';
import { finishReconciliation } from '../../../lambdas/numbers/store/numbers.ts';
import {
  beginPurchase,
  completePurchase,
  dropPurchase,
  type Purchase,
} from '../../../lambdas/numbers/store/purchases.ts';
import { readItem } from '../../../lambdas/platform/table/items.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { promptKind } from '../../../lambdas/prompts/model/prompt.ts';
import { QuotaExceeded } from '../../../lambdas/records/model/quota-exceeded.ts';
import { createRecords } from '../../../lambdas/records/store/records.ts';
import type { Quotas } from '../../../lambdas/usage/model/quotas.ts';
import {
  countTokens,
  exhaustedQuota,
  loadDayUse,
  tokenReserve,
  usedUpToday,
} from '../../../lambdas/usage/store/day-use.ts';
import { dayUseKey } from '../../../lambdas/usage/store/keys.ts';
import { loadCounts } from '../../../lambdas/usage/store/open-calls.ts';
import { loadQuotaUse } from '../../../lambdas/usage/store/quota-use.ts';
import staging from '../../support/environments/staging.ts';
import { storedNumber } from '../../support/table/held-number.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const NOON = new Date('2026-01-01T12:00:00.000Z');
const bounded = (quotas: Partial<Quotas>): Table => ({ ...table, quotas: { ...staging.quotas, ...quotas } });
const promptOf = (user_id: string) =>
  ({ kind: promptKind, record: { id: v7(), user_id, content: 'Be kind.' } }) as const;
const refusedBy = (quota: string) => (error: unknown) => {
  if (error instanceof QuotaExceeded && error.quota === quota) return 'refused' as const;
  throw error;
};

async function usedOf(limited: Table, userId: string, name: string): Promise<number | undefined> {
  return (await loadQuotaUse(limited, { userId, now: NOON }, COUNTED_QUOTAS)).find(
    (quota) => quota.name === name,
  )?.used;
}

it('a repeated request for a record is accepted, also at the quota', async () => {
  const [limited, user] = [bounded({ prompts: 1 }), randomUUID()];
  const prompt = promptOf(user);

  await createRecords(limited, [prompt]);
  await createRecords(limited, [prompt]);

  expect(await usedOf(limited, user, 'prompts')).toBe(1);
});

let bought = 0;
function purchaseOf(user_id: string): Purchase {
  const phone = `+1555${String(++bought).padStart(7, '0')}`;
  const number = {
    ...storedNumber({ user_id, number: phone, vendor_sid: '' }),
    counted_as: 'numbers' as const,
  };
  return { number, records: [], begun_at: NOON.toISOString(), reconcile_at: NOON.toISOString() };
}

describe('the count of a number', () => {
  it('is taken before the vendor is asked, and returned once when nothing was bought', async () => {
    const [limited, user] = [bounded({ numbers: 2 }), randomUUID()];
    const purchases = [1, 2, 3, 4, 5].map(() => purchaseOf(user));

    const outcomes = await Promise.all(
      purchases.map((purchase) => beginPurchase(limited, purchase).catch(refusedBy('numbers'))),
    );
    const begun = purchases.filter((_, index) => outcomes[index] !== 'refused');
    const taken = await loadCounts(table, user);
    await Promise.all([1, 2, 3].map(() => dropPurchase(limited, begun[0]!)));

    expect(begun).toHaveLength(2);
    expect(taken.numbers).toBe(2);
    expect((await loadCounts(table, user)).numbers).toBe(1);
  });

  it('passes to the number, and is returned once when the vendor has the number back', async () => {
    const [limited, user] = [bounded({ numbers: 1 }), randomUUID()];
    const purchase = purchaseOf(user);
    await beginPurchase(limited, purchase);

    const number = await completePurchase(limited, purchase, 'PN1');
    const held = (await loadCounts(table, user)).numbers;
    const cancelled = await storeCancellation(limited, number, NOON);
    const returning = (await loadCounts(table, user)).numbers;
    await Promise.all([1, 2].map(() => finishReconciliation(limited, cancelled)));

    expect([held, returning, (await loadCounts(table, user)).numbers]).toEqual([1, 1, 0]);
  });

  it('is taken regardless of the quota by a number whose purchase was given up: it was paid for', async () => {
    const [limited, user] = [bounded({ numbers: 1 }), randomUUID()];
    const [late, other] = [purchaseOf(user), purchaseOf(user)];
    await beginPurchase(limited, late);
    await dropPurchase(limited, late);
    await beginPurchase(limited, other);

    await completePurchase(limited, late, 'PN2');

    expect((await loadCounts(table, user)).numbers).toBe(2);
    expect(await beginPurchase(limited, purchaseOf(user)).catch(refusedBy('numbers'))).toBe('refused');
  });
});

describe('a call', () => {
  const END = new Date('2026-01-02T00:01:30.000Z');

  it('from a caller is open until it is over, and its seconds count for the day of its end', async () => {
    const [limited, user_id] = [bounded({}), randomUUID()];
    const call = storedCall({
      id: v7(),
      user_id,
      direction: 'inbound',
      status: 'in_progress',
      stage: 'picked_up',
      start_time: '2026-01-01T23:59:30.000Z',
    });
    await storeInboundCall(limited, call, { sid: 'CA1' });
    const open = await loadCounts(table, user_id);
    const key = { userId: user_id, callId: call.id };
    await Promise.all([1, 2].map(() => finishCall(limited, key, { transition: 'end', now: END })));
    const over = await loadCounts(table, user_id);
    await removeCall(limited, key);

    expect([open.open_calls, over.open_calls]).toEqual([1, 0]);
    expect(over.stored_bytes).toBeGreaterThan(open.stored_bytes);
    expect((await loadCounts(table, user_id)).stored_bytes).toBe(0);
    expect(await loadDayUse(table, { userId: user_id, now: NOON })).toMatchObject({ call_seconds: 0 });
    expect(await loadDayUse(table, { userId: user_id, now: END })).toMatchObject({ call_seconds: 120 });
  });

  it('from a caller is refused when the stored bytes are exhausted', async () => {
    const [limited, user_id] = [bounded({ stored_bytes: 0 }), randomUUID()];
    const call = storedCall({ id: v7(), user_id, direction: 'inbound', status: 'in_progress' });

    const outcome = await storeInboundCall(limited, call, { sid: 'CA2' }).catch(refusedBy('stored_bytes'));

    expect(outcome).toBe('refused');
  });

  it('on the user’s own account uses no minutes', async () => {
    const user_id = randomUUID();
    const call = storedCall({
      id: v7(),
      user_id,
      telephony_account_connection: randomUUID(),
      direction: 'inbound',
      status: 'in_progress',
      start_time: '2026-01-02T00:00:30.000Z',
    });
    await storeInboundCall(table, call, { sid: 'CA3' });

    await finishCall(table, { userId: user_id, callId: call.id }, { transition: 'end', now: END });

    expect(await loadDayUse(table, { userId: user_id, now: END })).toMatchObject({ call_seconds: 0 });
  });
});

describe('the use of a day', () => {
  it('ends at 00:00 UTC, and its item expires', async () => {
    const [limited, userId] = [bounded({ model_tokens: 100 }), randomUUID()];
    const late = new Date('2026-01-01T23:59:59.999Z');
    const midnight = new Date('2026-01-02T00:00:00.000Z');

    const used = [
      await countTokens(limited, { userId, now: NOON }, 60),
      await countTokens(limited, { userId, now: late }, 40),
    ];
    const today = await usedUpToday(limited, { userId, now: late });
    const tomorrow = await usedUpToday(limited, { userId, now: midnight });
    const item = await readItem(table, dayUseKey(userId, '2026-01-01'));

    expect(used).toEqual([60, 100]);
    expect([today, tomorrow]).toEqual([{ quota: 'model_tokens', limit: 100 }, undefined]);
    expect(item?.expires_at).toBe(Math.floor(late.getTime() / 1000) + 40 * 24 * 3600);
  });

  it('counts each of many concurrent turns', async () => {
    const userId = randomUUID();

    await Promise.all(Array.from({ length: 40 }, () => countTokens(table, { userId, now: NOON }, 5)));

    expect(await usedOf(bounded({}), userId, 'model_tokens')).toBe(200);
  });

  it('is never exceeded by concurrent requests, which correct what they reserved on the day of the reservation', async () => {
    const [limited, userId] = [bounded({ model_tokens: 100 }), randomUUID()];
    let now = NOON;
    const reserve = tokenReserve(limited, userId, () => now);

    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => reserve(30)));
    const [first, second, ...others] = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const refused = asked.flatMap((one) =>
      one.status === 'rejected' ? refusedBy('model_tokens')(one.reason) : [],
    );
    now = new Date('2026-01-02T00:00:01.000Z');
    // An estimate may be too low. The third worker died.
    await Promise.all([first?.(35), second?.(10)]);

    expect([others.length, refused.length]).toEqual([1, 17]);
    expect(await usedOf(limited, userId, 'model_tokens')).toBe(75);
  });

  it('does not count calls on the user’s own accounts', async () => {
    const [limited, user_id] = [bounded({ model_tokens: 0, call_minutes: 0 }), randomUUID()];
    const met = (telephony: string | null, llm: string | null) =>
      exhaustedQuota(
        limited,
        {
          user_id,
          telephony_account_connection: telephony,
          settings: { llm_account_connection: llm } as never,
        },
        NOON,
      );

    expect((await met(null, null))?.quota).toBe('model_tokens');
    expect((await met(null, 'own'))?.quota).toBe('call_minutes');
    expect((await met('own', null))?.quota).toBe('model_tokens');
    expect(await met('own', 'own')).toBeUndefined();
  });
});
