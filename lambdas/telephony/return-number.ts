import type { StoredNumber } from '../domain/number.ts';
import { finishReturn } from '../store/numbers.ts';
import type { Table } from '../store/table.ts';
import { telephonyClientOf } from './accounts.ts';
import { VendorNumbers } from './vendor-numbers.ts';

/** Gives a cancelled number back to the vendor; where the account is not ours to reach any more, it is its owner's. */
export async function returnNumber(
  table: Table,
  number: StoredNumber,
  options: { readonly interactive?: boolean } = {},
): Promise<void> {
  const client = await telephonyClientOf(table, number, options);
  if (client) await new VendorNumbers(client).release(number.vendor_sid);
  await finishReturn(table, number);
}
