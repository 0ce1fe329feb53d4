import { type Call, type StoredCall, toCall } from '../../domain/calls/call.ts';
import type { Prices } from '../../domain/calls/cost/prices.ts';
import type { CallWithSnapshot } from '../../domain/calls/snapshot.ts';
import type { TelephonyConnection } from '../../domain/records/account-connection.ts';
import type { CallSnapshot } from '../../domain/records/call-snapshot.ts';
import { getRecord } from '../records/records.ts';
import { withSnapshot } from '../snapshots/snapshots.ts';
import type { Table } from '../table/table.ts';

/** The call as the API shows it, with its snapshot and account connection. Undefined if the call was deleted. */
export async function loadShownCall(
  table: Table,
  stored: StoredCall,
  { prices, snapshot }: { readonly prices: Prices; readonly snapshot?: CallSnapshot | undefined },
): Promise<Call | undefined> {
  const [call, connection] = await Promise.all([
    snapshot ? { ...stored, ...snapshot } : withSnapshot(table, stored),
    connectionOf(table, stored),
  ]);
  return call && toCall(call, connection, prices);
}

/** A call that was just created, as the API shows it. */
export async function showNewCall(table: Table, call: CallWithSnapshot): Promise<Call> {
  return toCall(call, await connectionOf(table, call));
}

async function connectionOf(
  table: Table,
  { user_id, telephony_account_connection: id }: StoredCall,
): Promise<TelephonyConnection | null> {
  const connection = id ? await getRecord(table, user_id, 'account_connection', id) : undefined;
  return connection?.type === 'account_connection_telephony' ? connection : null;
}
