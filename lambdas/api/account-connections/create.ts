import { accountConnection, accountConnectionInput } from '../../domain/records/account-connection.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { limitFailedChecks } from '../../rest/limits/credential-checks.ts';
import { FAILED_CHECKS_PER_MINUTE, TELEPHONY_API_URL } from '../../runtime/variables/settings.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';
import { requireValidAccount } from './require-valid-account.ts';

export const createAccountConnection = defineEndpoint({
  operation: 'createAccountConnection',
  method: 'POST',
  path: '/v1/account_connections/create',
  summary: 'Create an account connection',
  body: accountConnectionInput,
  response: accountConnection,
  tableActions: CREATE_RECORDS,
  variables: [TELEPHONY_API_URL, FAILED_CHECKS_PER_MINUTE],
  async run({ userId, body }, { table, now, newId }) {
    if (body.type === 'account_connection_telephony') {
      const { credentials } = body;
      await limitFailedChecks(table, { userId, now: now() }, () => requireValidAccount(credentials));
    }
    const record = { ...body, id: newId(), user_id: userId };
    await createRecords(table, [{ kind: 'account_connection', record }]);
    return record;
  },
});

export const handler = serve(createAccountConnection);
