import { newWebhookSecret, webhook } from '../../domain/records/webhook.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { rotateSecret } from '../../store/webhooks/rotate-secret.ts';

export const rotateWebhookSecret = defineEndpoint({
  operation: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/rotate_secret',
  summary: 'Rotate the secret of a webhook',
  query: idQuery,
  response: webhook,
  tableActions: ['GetItem', 'UpdateItem'],
  async run({ userId, query }, { table, now, randomBytes }) {
    const key = { userId, webhookId: query.id };
    const rotation = { secret: newWebhookSecret(randomBytes), now: now() };
    const updated = await rotateSecret(table, key, rotation);
    if (!updated) throw notFound('webhook');
    return updated;
  },
});

export const handler = serve(rotateWebhookSecret);
