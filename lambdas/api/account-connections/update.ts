import {
  accountConnection,
  accountConnectionPatches,
  accountConnectionUpdate,
  telephonyCredentialsUpdate,
} from '../../domain/records/account-connection.ts';
import { serve } from '../../rest/endpoint.ts';
import { limitFailedChecks } from '../../rest/limits/credential-checks.ts';
import { defineTypedUpdate } from '../../rest/update-endpoint.ts';
import { FAILED_CHECKS_PER_MINUTE, TELEPHONY_API_URL } from '../../runtime/variables/settings.ts';
import { keepFormerAuthToken } from '../../store/records/former-auth-tokens.ts';
import { requireValidAccount } from './require-valid-account.ts';

export const updateAccountConnection = defineTypedUpdate({
  operation: 'updateAccountConnection',
  path: '/v1/account_connections/update',
  summary: 'Update an account connection',
  kind: 'account_connection',
  body: accountConnectionUpdate,
  response: accountConnection,
  tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
  variables: [TELEPHONY_API_URL, FAILED_CHECKS_PER_MINUTE],
  patches: accountConnectionPatches,
  async check(connection, changes, { table, now }) {
    if (connection.type !== 'account_connection_telephony') return;
    const { user_id: userId, id: connectionId } = connection;
    const { credentials } = telephonyCredentialsUpdate.parse(changes);
    if (!credentials) return;
    await limitFailedChecks(table, { userId, now: now() }, () => requireValidAccount(credentials));
    const { telephony_auth_token: authToken } = connection.credentials;
    if (authToken === credentials.telephony_auth_token) return;
    await keepFormerAuthToken(table, { userId, connectionId }, { authToken, now: now() });
  },
});

export const handler = serve(updateAccountConnection);
