import { newId } from '../../../lambdas/runtime/ids.ts';
import { createRecords } from '../../../lambdas/store/records/records.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';

/** Stores a connection to an account at the telephony vendor, as if the vendor had accepted its credentials. */
export async function addTelephonyConnection({
  table,
  user,
}: {
  readonly table: Table;
  readonly user: string;
}) {
  const record = {
    id: newId(),
    user_id: user,
    type: 'account_connection_telephony' as const,
    credentials: { telephony_account_sid: `AC${'1'.repeat(32)}`, telephony_auth_token: 'token' },
    steering_pool: [],
    account_supports_any_caller_id: false,
  };
  await createRecords(table, [{ kind: 'account_connection', record }]);
  return record;
}
