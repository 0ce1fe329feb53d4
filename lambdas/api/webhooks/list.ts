import { webhook } from '../../domain/records/webhook.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listWebhooks = definePagedList({
  operation: 'listWebhooks',
  path: '/v1/webhooks/list',
  summary: 'List webhooks',
  kind: 'webhook',
  row: webhook,
});

export const handler = serve(listWebhooks);
