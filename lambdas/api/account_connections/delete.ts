import { defineDeletion } from '../../platform/delete-endpoint.ts';
import { serve } from '../../platform/endpoint.ts';

export const deleteAccountConnection = defineDeletion({
  operation: 'deleteAccountConnection',
  path: '/v1/account_connections/delete',
  summary: 'Delete an account connection that no other record refers to',
  kind: 'account_connection',
});

export const handler = serve(deleteAccountConnection);
