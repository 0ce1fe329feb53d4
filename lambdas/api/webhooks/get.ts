import { webhook } from '../../domain/records/webhook.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineGet } from '../../rest/get-endpoint.ts';

export const getWebhook = defineGet({
  operation: 'getWebhook',
  path: '/v1/webhooks',
  summary: 'Get a webhook',
  kind: 'webhook',
  response: webhook,
});

export const handler = serve(getWebhook);
