import { webhook } from '../../domain/records/webhook.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';

export const getWebhook = defineEndpoint({
  operation: 'getWebhook',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'Get a webhook',
  query: idQuery,
  response: webhook,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const record = await getRecord(table, userId, 'webhook', query.id);
    if (!record) throw notFound('webhook');
    return record;
  },
});

export const handler = serve(getWebhook);
