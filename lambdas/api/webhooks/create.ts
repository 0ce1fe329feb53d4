import { newWebhook, newWebhookSecret, webhook, webhookInput } from '../../domain/records/webhook.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';

export const createWebhook = defineEndpoint({
  operation: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks/create',
  summary: 'Create a webhook',
  body: webhookInput,
  faultsOfBody: faultsOfUrls,
  response: webhook,
  tableActions: CREATE_RECORDS,
  async run({ userId, body }, { table, newId, randomBytes }) {
    const secret = newWebhookSecret(randomBytes);
    const record = newWebhook(body, { id: newId(), user_id: userId, secret });
    await createRecords(table, [{ kind: 'webhook', record }]);
    return record;
  },
});

export const handler = serve(createWebhook);
