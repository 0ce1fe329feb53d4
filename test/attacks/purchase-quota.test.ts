import { randomUUID } from 'node:crypto';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PurchaseRequest, purchaseNumber } from '../../lambdas/numbers/buy-number.ts';
import { reconcilePurchase } from '../../lambdas/numbers/reconcile-purchase.ts';
import { beginPurchase } from '../../lambdas/numbers/store/purchases.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { QuotaExceeded } from '../../lambdas/usage/model/quota-exceeded.ts';
import { loadDayUse } from '../../lambdas/usage/store/day-use.ts';
import { loadCounts } from '../../lambdas/usage/store/open-calls.ts';
import { TelephonyClient } from '../../lambdas/vendors/telephony/client.ts';
import { VendorNumbers } from '../../lambdas/vendors/telephony/numbers.ts';
import staging from '../support/environments/staging.ts';
import { startSecrets } from '../support/peers/secrets-server.ts';
import { openTable } from '../support/table/table.ts';

const ACCOUNT = { account_sid: `AC${'2'.repeat(32)}`, auth_token: 'token' };
const NOW = new Date('2026-01-01T12:00:00.000Z');
const later = (minutes: number) => () => new Date(NOW.getTime() + minutes * 60_000);

let table: Table;
let vendor: VendorNumbers;
let carrierUrl: string;
let closeAll: () => Promise<unknown>;

beforeAll(async () => {
  const [opened, endSecrets, carrier] = await Promise.all([
    openTable(),
    startSecrets(),
    startCarrier({ accountSid: ACCOUNT.account_sid, authToken: ACCOUNT.auth_token }),
  ]);
  process.env.TELEPHONY_API_URL = carrier.url;
  process.env.CALLBACK_BASE_URL = 'https://callbacks.example';
  table = { ...opened.table, quotas: { ...staging.quotas, numbers: 10 } };
  vendor = new VendorNumbers(new TelephonyClient(ACCOUNT));
  carrierUrl = carrier.url;
  closeAll = () => Promise.all([opened.close(), endSecrets(), carrier.close()]);
});
afterAll(() => closeAll());

function requestOf(user_id: string): PurchaseRequest {
  const number = {
    id: newId(),
    user_id,
    active: true,
    label: '',
    outbound_only: false,
    example_context: null,
    inbound_agent: null,
    telephony_provider: 'telephony_vendor_a' as const,
    telephony_account_connection: null,
    linked: false,
    counted_as: 'numbers' as const,
  };
  return { number, records: [], areaCode: undefined };
}

async function numbersSold(): Promise<number> {
  const response = await fetch(`${carrierUrl}/simulator/numbers`);
  return ((await response.json()) as unknown[]).length;
}

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

describe('120 concurrent purchases with a quota of 10', () => {
  it('buy exactly 10 numbers, and send no other purchase to the vendor', async () => {
    const user = randomUUID();
    const before = await numbersSold();

    const outcomes = await Promise.all(
      Array.from({ length: 120 }, () =>
        outcomeOf(purchaseNumber(requestOf(user), { table, vendor, now: () => NOW })),
      ),
    );

    const oneMore = await outcomeOf(purchaseNumber(requestOf(user), { table, vendor, now: () => NOW }));

    expect(countOf(outcomes)).toEqual({ bought: 10, 'refused by numbers': 110 });
    expect(oneMore).toBe('refused by numbers');
    expect((await numbersSold()) - before).toBe(10);
    expect((await loadCounts(table, user)).numbers).toBe(10);
  }, 120_000);
});

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
