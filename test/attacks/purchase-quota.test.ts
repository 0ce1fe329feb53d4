import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type PurchaseRequest, purchaseNumber } from '../../lambdas/numbers/buy-number.ts';
import { reconcilePurchase } from '../../lambdas/numbers/reconcile-number.ts';
import { beginPurchase } from '../../lambdas/numbers/store/purchases.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { QuotaExceeded } from '../../lambdas/records/model/quota-exceeded.ts';
import { loadDayUse } from '../../lambdas/usage/store/day-use.ts';
import { TelephonyClient } from '../../lambdas/vendors/telephony/client.ts';
import { VendorNumbers } from '../../lambdas/vendors/telephony/numbers.ts';
import { ACCOUNT, carrierOfFile } from '../support/carrier-of-file.ts';
import staging from '../support/environments/staging.ts';
import { getJson } from '../support/service/api.ts';
import { storedNumber } from '../support/table/held-number.ts';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const later = (minutes: number) => () => new Date(NOW.getTime() + minutes * 60_000);

const opened = await carrierOfFile();
const table = { ...opened.table, quotas: { ...staging.quotas, numbers: 10 } };
const vendor = new VendorNumbers(new TelephonyClient(ACCOUNT));

function requestOf(user_id: string): PurchaseRequest {
  const { number: _, vendor_sid: __, ...number } = storedNumber({ user_id, counted_as: 'numbers' });
  return { number, records: [], areaCode: undefined };
}

const numbersSold = async (): Promise<number> =>
  (await getJson(`${process.env.TELEPHONY_API_URL}/simulator/numbers`)).length;

/** The outcome of a purchase. */
async function outcomeOf(buying: ReturnType<typeof purchaseNumber>) {
  try {
    return (await buying) ? 'bought' : 'none to be had';
  } catch (error) {
    if (error instanceof QuotaExceeded) return `refused by ${error.quota}`;
    throw error;
  }
}

const countOf = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, { length }]) => [name, length]),
  );

describe('purchases of a day with a quota of 7', () => {
  const limited = (): Table => ({
    ...table,
    quotas: { ...staging.quotas, numbers: 10, number_purchases: 7 },
  });

  it('end at the quota, whatever the number of concurrent purchases, and begin anew with the day', async () => {
    const user = randomUUID();
    const buy = (now: () => Date) =>
      outcomeOf(purchaseNumber(requestOf(user), { table: limited(), vendor, now }));
    const before = await numbersSold();

    const outcomes = await Promise.all(Array.from({ length: 30 }, () => buy(later(0))));
    const nextDay = [await buy(later(12 * 60 - 1)), await buy(later(12 * 60))];

    expect(countOf(outcomes)).toEqual({ bought: 7, 'refused by number_purchases': 23 });
    expect(nextDay).toEqual(['refused by number_purchases', 'bought']);
    expect((await numbersSold()) - before).toBe(8);
  }, 120_000);

  it('are not used up by purchases through accounts of the user’s own', async () => {
    const user = randomUUID();
    const own = {
      ...requestOf(user),
      number: { ...requestOf(user).number, counted_as: 'own_numbers' as const },
    };

    await purchaseNumber(own, { table: limited(), vendor, now: later(0) });

    expect((await loadDayUse(table, { userId: user, now: NOW })).number_purchases).toBe(0);
  });

  it('do not count what the vendor has not sold after all', async () => {
    const { number } = requestOf(randomUUID());
    const at = NOW.toISOString();
    const offered = { ...number, number: '+15550001111', vendor_sid: '' };
    const purchase = { number: offered, records: [], begun_at: at, reconcile_at: at, counted_at: at };
    const used = async () => (await loadDayUse(table, { userId: number.user_id, now: NOW })).number_purchases;

    await beginPurchase(limited(), purchase);
    const begun = await used();
    await Promise.all([1, 2].map(() => reconcilePurchase(purchase, { table, vendor, now: later(11) })));

    expect([begun, await used()]).toEqual([1, 0]);
  });
});
