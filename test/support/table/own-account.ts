import { accountConnectionKind } from '../../../lambdas/account-connections/model/account-connection.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { createRecords } from '../../../lambdas/records/store/records.ts';

/** Stores a user's connection to an account of their own at the telephony vendor. Returns its id. */
export async function addOwnAccount(table: Table, user_id: string, account_sid: string, auth_token: string) {
  const record = {
    ...{ id: newId(), user_id, type: 'account_connection_telephony' as const },
    credentials: { telephony_account_sid: account_sid, telephony_auth_token: auth_token },
    ...{ steering_pool: [], account_supports_any_caller_id: true },
  };
  await createRecords(table, [{ kind: accountConnectionKind, record }]);
  return record.id;
}
