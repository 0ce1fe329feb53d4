import { accountConnection } from '../../domain/account-connection.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { getRecord } from '../../store/records.ts';

export const getAccountConnection = defineEndpoint({
  operation: 'getAccountConnection',
  method: 'GET',
  path: '/v1/account_connections',
  summary: 'Get an account connection',
  query: idQuery,
  response: accountConnection,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const record = await getRecord(table, userId, 'account_connection', query.id);
    if (!record) throw notFound('account connection');
    return record;
  },
});

export const handler = serve(getAccountConnection);
