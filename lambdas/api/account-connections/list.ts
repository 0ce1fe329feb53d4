import { accountConnection } from '../../domain/records/account-connection.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listAccountConnections = definePagedList({
  operation: 'listAccountConnections',
  path: '/v1/account_connections/list',
  summary: 'List account connections',
  kind: 'account_connection',
  row: accountConnection,
});

export const handler = serve(listAccountConnections);
