import * as z from 'zod/mini';
import {
  accountConnection,
  accountConnectionPatches,
  accountConnectionUpdate,
  telephonyCredentialsUpdate,
} from '../../domain/records/account-connection.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { limitFailedChecks } from '../../rest/limits/credential-checks.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { updateTyped } from '../../rest/update-endpoint.ts';
import { FAILED_CHECKS_PER_MINUTE, TELEPHONY_API_URL } from '../../runtime/variables/settings.ts';
import { keepFormerAuthToken } from '../../store/records/former-auth-tokens.ts';
import { requireValidAccount } from './require-valid-account.ts';

export const updateAccountConnection = defineEndpoint({
  operation: 'updateAccountConnection',
  method: 'POST',
  path: '/v1/account_connections/update',
  summary: 'Update an account connection',
  query: idQuery,
  body: accountConnectionUpdate,
  // The fields depend on the stored record's type.
  selectBody: () => z.record(z.string(), z.unknown()),
  response: accountConnection,
  tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
  variables: [TELEPHONY_API_URL, FAILED_CHECKS_PER_MINUTE],
  run: ({ userId, query, body }, { table, now }) =>
    updateTyped(table, {
      userId,
      id: query.id,
      body,
      kind: 'account_connection',
      patches: accountConnectionPatches,
      async check(connection, changes) {
        if (connection.type !== 'account_connection_telephony') return;
        const { credentials } = telephonyCredentialsUpdate.parse(changes);
        if (!credentials) return;
        await limitFailedChecks(table, { userId, now: now() }, () => requireValidAccount(credentials));
        const { telephony_auth_token: authToken } = connection.credentials;
        if (authToken === credentials.telephony_auth_token) return;
        await keepFormerAuthToken(table, { userId, connectionId: query.id }, { authToken, now: now() });
      },
    }),
});

export const handler = serve(updateAccountConnection);
