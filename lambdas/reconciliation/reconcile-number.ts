import { type StoredNumber, takesCalls } from '../domain/records/number.ts';
import { finishReconciliation } from '../store/numbers/number-reconciliation.ts';
import type { Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import type { ClientOptions } from '../telephony/client.ts';
import { numberUrls } from '../telephony/number-urls.ts';
import { VendorNumbers } from '../telephony/numbers.ts';

/**
 * Brings what the vendor has of a number in line with ours: its calls come to us, or no more, or it is given back. Where the
 * account is not ours to reach any more, it is its owner's. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost.
 */
export async function reconcileNumber(
  table: Table,
  number: StoredNumber,
  options: ClientOptions = {},
): Promise<void> {
  const client = await telephonyClientOf(table, number, options);
  if (client) await bringInLine(new VendorNumbers(client), number);
  await finishReconciliation(table, number);
}

async function bringInLine(vendor: VendorNumbers, number: StoredNumber): Promise<void> {
  const { vendor_sid: sid, linked } = number;
  if (takesCalls(number)) await vendor.turnTo(sid, await numberUrls(number));
  else if (linked) await vendor.turnAway(sid, await numberUrls(number));
  else await vendor.release(sid);
}
