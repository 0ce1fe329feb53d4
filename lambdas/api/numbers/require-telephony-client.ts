import { invalidInput } from '../../rest/errors.ts';
import type { Table } from '../../store/table/table.ts';
import { type AccountOf, telephonyClientOf } from '../../telephony/accounts.ts';
import type { TelephonyClient } from '../../telephony/client.ts';

/** The vendor's API with that account, for a request that names it. Throws if the account connection does not exist. */
export async function requireTelephonyClient(
  table: Table,
  of: AccountOf,
  part: 'body' | 'query' = 'body',
): Promise<TelephonyClient> {
  const client = await telephonyClientOf(table, of, { interactive: true });
  if (client) return client;
  const loc = [part, 'telephony_account_connection'];
  throw invalidInput([{ loc, msg: 'No account connection with this id.', type: 'unknown_reference' }]);
}
