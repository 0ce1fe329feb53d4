import { newWebhook, newWebhookSecret, webhook, webhookInput } from '../../domain/records/webhook.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { CHECK_ALL_CALLS, requireRoomForAllCalls } from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';

export const createWebhook = defineEndpoint({
  operation: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks/create',
  summary: 'Create a webhook',
  body: webhookInput,
  faultsOfBody: faultsOfUrls,
  response: webhook,
  tableActions: [...CREATE_RECORDS, ...CHECK_ALL_CALLS],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  async run({ userId, body }, { table, newId, randomBytes }) {
    if (body.all_calls) await requireRoomForAllCalls(table, userId);
    const secret = newWebhookSecret(randomBytes);
    const record = newWebhook(body, { id: newId(), user_id: userId, secret });
    await createRecords(table, [{ kind: 'webhook', record }]);
    return record;
  },
});

export const handler = serve(createWebhook);
