import { telephonyClientOf } from '../account-connections/telephony-accounts.ts';
import type { Table } from '../platform/table/table.ts';
import { getRecord } from '../records/store/records.ts';
import type { ClientOptions } from '../vendors/telephony/client.ts';
import { VendorNumbers } from '../vendors/telephony/numbers.ts';
import { numberKind, type StoredNumber, takesCalls } from './model/number.ts';
import { numberUrls } from './number-urls.ts';
import { finishReconciliation } from './store/numbers.ts';
import { completePurchase, dropPurchase, forgetPurchase, type Purchase } from './store/purchases.ts';

/** Brings a number's state at the vendor in line with ours. Without access to its account, its user must. */
export async function reconcileNumber(
  table: Table,
  number: StoredNumber,
  options: ClientOptions = {},
): Promise<void> {
  const client = await telephonyClientOf(table, number, options);
  if (client) await applyNumberState(new VendorNumbers(client), number);
  await finishReconciliation(table, number);
}

async function applyNumberState(vendor: VendorNumbers, number: StoredNumber): Promise<void> {
  const { vendor_sid: sid, linked } = number;
  if (takesCalls(number)) await vendor.setUrls(sid, await numberUrls(number));
  else if (linked) await vendor.removeUrls(sid, await numberUrls(number));
  else await vendor.release(sid);
}

export interface PurchaseDependencies {
  readonly table: Table;
  readonly vendor: VendorNumbers;
  readonly now: () => Date;
}

/** Milliseconds after which a purchase is reconciled with the vendor. */
export const RECONCILE_AFTER_MS = 60_000;
/** Milliseconds after which a purchase that is unknown to the vendor counts as never made. */
const GIVE_UP_AFTER_MS = 600_000;

/** Asks the vendor about a purchase. Returns the number if bought; drops the purchase if it certainly wasn't. */
export async function reconcilePurchase(
  purchase: Purchase,
  { table, vendor, now }: PurchaseDependencies,
): Promise<StoredNumber | undefined> {
  const { user_id, id } = purchase.number;
  const existingNumber = await getRecord(table, user_id, numberKind, id);
  if (existingNumber) {
    await forgetPurchase(table, purchase);
    return existingNumber;
  }
  const sold = await vendor.find({ FriendlyName: purchase.number.id });
  // Any other number may have this name.
  if (sold?.phone_number === purchase.number.number) return completePurchase(table, purchase, sold.sid);
  const age = now().getTime() - Date.parse(purchase.begun_at);
  if (age > GIVE_UP_AFTER_MS) await dropPurchase(table, purchase);
  return undefined;
}
