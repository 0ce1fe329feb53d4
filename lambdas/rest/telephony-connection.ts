import type { TelephonyConnection } from '../domain/records/account-connection.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { invalidInput, notFound } from './errors.ts';

/** The user's telephony connection that a query selects. Throws if it does not exist or is of another kind. */
export async function requireTelephonyConnection(
  table: Table,
  userId: string,
  id: string,
): Promise<TelephonyConnection> {
  const connection = await getRecord(table, userId, 'account_connection', id);
  if (!connection) throw notFound('account connection');
  if (connection.type === 'account_connection_telephony') return connection;
  const msg =
    'This is not a connection to a telephony account; choose one of type account_connection_telephony.';
  throw invalidInput([{ loc: ['query', 'id'], msg, type: 'wrong_kind' }]);
}
