import { randomUUID } from 'node:crypto';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuotaExceeded } from '../../lambdas/domain/quotas/quota-exceeded.ts';
import { newId } from '../../lambdas/runtime/ids.ts';
import { getPurchase } from '../../lambdas/store/numbers/purchases.ts';
import { loadCounts } from '../../lambdas/store/quotas/open-calls.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { buyNumber, type PurchaseRequest, reconcilePurchase } from '../../lambdas/telephony/buy-number.ts';
import { TelephonyClient } from '../../lambdas/telephony/client.ts';
import { VendorNumbers } from '../../lambdas/telephony/numbers.ts';
import { staging } from '../../lib/config/staging.ts';
import { listDueForReconciliation } from '../support/due-for-reconciliation.ts';
import { startSecrets } from '../support/secrets-server.ts';
import { openTable } from '../support/table.ts';

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
async function outcomeOf(buying: ReturnType<typeof buyNumber>) {
  try {
    return (await buying) ? 'bought' : 'none to be had';
  } catch (error) {
    if (error instanceof QuotaExceeded) return 'refused';
    throw error;
  }
}

describe('120 concurrent purchases with a quota of 10', () => {
  it('buy exactly 10 numbers, and send no other purchase to the vendor', async () => {
    const user = randomUUID();
    const before = await numbersSold();

    const outcomes = await Promise.all(
      Array.from({ length: 120 }, () =>
        outcomeOf(buyNumber(requestOf(user), { table, vendor, now: () => NOW })),
      ),
    );

    // Some purchases within the quota may find their offered numbers sold.
    const bought = outcomes.filter((outcome) => outcome === 'bought').length;
    expect((await numbersSold()) - before).toBe(bought);
    expect(bought).toBeLessThanOrEqual(10);
    expect((await loadCounts(table, user)).numbers).toBe(bought);
    for (let more = bought; more < 10; more++)
      expect(await outcomeOf(buyNumber(requestOf(user), { table, vendor, now: () => NOW }))).toBe('bought');
    expect(await outcomeOf(buyNumber(requestOf(user), { table, vendor, now: () => NOW }))).toBe('refused');
    expect((await numbersSold()) - before).toBe(10);
  }, 120_000);
});

describe('a purchase that broke off', () => {
  /** A vendor that stops answering, as if the buyer had crashed. */
  class SilentVendor extends VendorNumbers {
    override buy(): Promise<never> {
      return Promise.reject(new Error('The process was killed.'));
    }
  }

  it('counts for the quota while the vendor may still sell the number, and no longer', async () => {
    const user = randomUUID();
    const request = requestOf(user);
    const silent = new SilentVendor(new TelephonyClient(ACCOUNT));
    await expect(buyNumber(request, { table, vendor: silent, now: () => NOW })).rejects.toThrow('killed');
    const [begun, held] = [await getPurchase(table, user, request.number.id), await loadCounts(table, user)];

    const due = await listDueForReconciliation(table, later(1)());
    await reconcilePurchase(begun!, { table, vendor, now: later(9) });
    const waiting = await loadCounts(table, user);
    await Promise.all([1, 2].map(() => reconcilePurchase(begun!, { table, vendor, now: later(11) })));

    expect(due).toContainEqual({ kind: 'purchase', userId: user, id: request.number.id });
    expect([held.numbers, waiting.numbers]).toEqual([1, 1]);
    expect((await loadCounts(table, user)).numbers).toBe(0);
  });
});
