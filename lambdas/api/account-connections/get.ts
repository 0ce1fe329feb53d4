import { accountConnection } from '../../domain/records/account-connection.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineGet } from '../../rest/get-endpoint.ts';

export const getAccountConnection = defineGet({
  operation: 'getAccountConnection',
  path: '/v1/account_connections',
  summary: 'Get an account connection',
  kind: 'account_connection',
  response: accountConnection,
});

export const handler = serve(getAccountConnection);
