import { type Call, type StoredCall, toCall } from '../../domain/calls/call.ts';
import { getRecord } from '../records/records.ts';
import type { Table } from '../table/table.ts';

/** The call as the API shows it. Loads the account connection, unless the call goes through the platform's account. */
export async function loadShownCall(table: Table, stored: StoredCall): Promise<Call> {
  const { user_id, telephony_account_connection: id } = stored;
  const connection = id ? await getRecord(table, user_id, 'account_connection', id) : undefined;
  return toCall(stored, connection?.type === 'account_connection_telephony' ? connection : null);
}
