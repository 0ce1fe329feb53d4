import { accountConnection } from '../../domain/records/account-connection.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';

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
