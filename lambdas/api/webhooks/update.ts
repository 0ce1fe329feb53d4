import { patchOf } from '../../domain/patch.ts';
import { webhook, webhookShape } from '../../domain/webhook.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { idQuery } from '../../platform/id-query.ts';
import { update } from '../../platform/update-endpoint.ts';

export const updateWebhook = defineEndpoint({
  operation: 'updateWebhook',
  method: 'POST',
  path: '/v1/webhooks/update',
  summary: 'Update a webhook: a field that is left out stays as it is',
  query: idQuery,
  body: patchOf(webhookShape),
  response: webhook,
  tableActions: ['GetItem', 'UpdateItem'],
  run: ({ userId, query, body }, { table }) => update(table, 'webhook', { userId, id: query.id, body }),
});

export const handler = serve(updateWebhook);
