import { describe, expect, it } from 'vitest';
import { purchaseNumber } from '../../lambdas/numbers/buy-number.ts';
import { reconcilePurchase } from '../../lambdas/numbers/reconcile-number.ts';
import { findNumber } from '../../lambdas/numbers/store/numbers.ts';
import { getPurchase, type Purchase, putPurchase } from '../../lambdas/numbers/store/purchases.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { promptKind } from '../../lambdas/prompts/model/prompt.ts';
import { getRecord } from '../../lambdas/records/store/records.ts';
import { TelephonyClient } from '../../lambdas/vendors/telephony/client.ts';
import { VendorNumbers } from '../../lambdas/vendors/telephony/numbers.ts';
import { VendorResponseLost } from '../../lambdas/vendors/telephony/vendor-errors.ts';
import { ACCOUNT, carrierOfFile } from '../support/carrier-of-file.ts';
import { listDueForReconciliation } from '../support/due-for-reconciliation.ts';
import { storedNumber } from '../support/table/held-number.ts';

const URLS = {
  voice: 'https://callbacks.example/incoming',
  fallback: 'https://callbacks.example/fallback',
  status: 'https://callbacks.example/status',
};
const BEGUN = new Date('2026-01-01T12:00:00.000Z');
const later = (minutes: number) => () => new Date(BEGUN.getTime() + minutes * 60_000);

const { table } = await carrierOfFile();
const vendor = new VendorNumbers(new TelephonyClient(ACCOUNT));

function newNumber() {
  const { number: _, vendor_sid: __, ...fields } = storedNumber();
  return fields;
}

/** A purchase whose buyer died after it was stored. */
async function interrupted(number = newNumber(), records: Purchase['records'] = []): Promise<Purchase> {
  const [offer] = await vendor.findAvailable({ size: 1 });
  const phoneNumber = offer?.phone_number ?? '';
  const purchase = {
    number: { ...number, number: phoneNumber, vendor_sid: '' },
    records,
    begun_at: BEGUN.toISOString(),
    reconcile_at: BEGUN.toISOString(),
  };
  await putPurchase(table, purchase);
  return purchase;
}

describe('a purchase that broke off', () => {
  it('is completed by reconciliation when the vendor has sold the number', async () => {
    const purchase = await interrupted();
    const { id, user_id, number } = purchase.number;
    const sold = await vendor.buy(number, { friendlyName: id, urls: URLS });
    const dueRecord = await listDueForReconciliation(table, later(1)());

    await reconcilePurchase(purchase, { table, vendor, now: later(1) });

    expect(dueRecord).toContainEqual({ kind: 'purchase', userId: user_id, id });
    expect(await findNumber(table, user_id, number)).toMatchObject({
      id,
      active: true,
      vendor_sid: sold?.sid,
    });
    expect(await getPurchase(table, user_id, id)).toBeUndefined();
  });

  it('is completed with its inline agent', async () => {
    const number = newNumber();
    const prompt = { id: newId(), user_id: number.user_id, content: 'Be kind.' };
    const purchase = await interrupted(number, [{ kind: promptKind, record: prompt }]);
    await vendor.buy(purchase.number.number, { friendlyName: number.id, urls: URLS });

    await reconcilePurchase(purchase, { table, vendor, now: later(1) });

    expect(await getRecord(table, number.user_id, promptKind, prompt.id)).toEqual(prompt);
  });

  it('waits while the vendor may still sell the number, and is dropped after that', async () => {
    const purchase = await interrupted();
    const { id, user_id } = purchase.number;

    await reconcilePurchase(purchase, { table, vendor, now: later(9) });
    const waiting = await getPurchase(table, user_id, id);
    await reconcilePurchase(purchase, { table, vendor, now: later(11) });

    expect(waiting).toEqual(purchase);
    expect(await getPurchase(table, user_id, id)).toBeUndefined();
  });

  it('is not repeated by the same request while its outcome is unknown', async () => {
    const { number } = await interrupted();

    const repeat = purchaseNumber(
      { number, records: [], areaCode: undefined },
      { table, vendor, now: later(1) },
    );

    await expect(repeat).rejects.toThrow(VendorResponseLost);
    expect(await vendor.find({ FriendlyName: number.id })).toBeUndefined();
  });

  it('returns the bought number to a repeat of the request, before and after reconciliation', async () => {
    const { number } = await interrupted();
    await vendor.buy(number.number, { friendlyName: number.id, urls: URLS });
    const request = { number, records: [], areaCode: undefined };

    const first = await purchaseNumber(request, { table, vendor, now: later(1) });
    const second = await purchaseNumber(request, { table, vendor, now: later(2) });

    expect(first?.number).toBe(number.number);
    expect(second).toEqual(first);
  });
});
