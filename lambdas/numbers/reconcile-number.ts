import { telephonyClientOf } from '../account-connections/telephony-accounts.ts';
import type { Table } from '../platform/table/table.ts';
import type { ClientOptions } from '../vendors/telephony/client.ts';
import { VendorNumbers } from '../vendors/telephony/numbers.ts';
import { type StoredNumber, takesCalls } from './model/number.ts';
import { numberUrls } from './number-urls.ts';
import { finishReconciliation } from './store/numbers.ts';

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
