import { accountConnection } from '../../domain/account-connection.ts';
import { serve } from '../../platform/endpoint.ts';
import { definePagedList } from '../../platform/page-endpoint.ts';

export const listAccountConnections = definePagedList({
  operation: 'listAccountConnections',
  path: '/v1/account_connections/list',
  summary: 'List account connections, a page at a time, oldest first unless asked otherwise',
  kind: 'account_connection',
  row: accountConnection,
});

export const handler = serve(listAccountConnections);
