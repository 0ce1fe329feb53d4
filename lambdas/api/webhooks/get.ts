import { webhook } from '../../domain/webhook.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { getRecord } from '../../store/records.ts';

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
