import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';

export const deleteAccountConnection = defineDeletion({
  operation: 'deleteAccountConnection',
  path: '/v1/account_connections/delete',
  summary: 'Delete an account connection',
  kind: 'account_connection',
});

export const handler = serve(deleteAccountConnection);
