import { action } from '../../domain/records/action.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';

export const getAction = defineEndpoint({
  operation: 'getAction',
  method: 'GET',
  path: '/v1/actions',
  summary: 'Get an action',
  query: idQuery,
  response: action,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const record = await getRecord(table, userId, 'action', query.id);
    if (!record) throw notFound('action');
    return record;
  },
});

export const handler = serve(getAction);
