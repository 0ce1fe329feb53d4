import { webhook, webhookUpdate } from '../../domain/records/webhook.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { CHECK_ALL_CALLS } from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { update } from '../../rest/update-endpoint.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { prepareWebhookChange } from './prepare-change.ts';

export const updateWebhook = defineEndpoint({
  operation: 'updateWebhook',
  method: 'POST',
  path: '/v1/webhooks/update',
  summary: 'Update a webhook',
  query: idQuery,
  body: webhookUpdate,
  faultsOfBody: faultsOfUrls,
  response: webhook,
  tableActions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', ...CHECK_ALL_CALLS],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  async run({ userId, query: { id }, body: given }, { table, now }) {
    const body = await prepareWebhookChange(table, { userId, id, body: given, now: now() });
    return update(table, 'webhook', { userId, id, body });
  },
});

export const handler = serve(updateWebhook);
