import { webhook } from '../../domain/webhook.ts';
import { serve } from '../../platform/endpoint.ts';
import { definePagedList } from '../../platform/page-endpoint.ts';

export const listWebhooks = definePagedList({
  operation: 'listWebhooks',
  path: '/v1/webhooks/list',
  summary: 'List webhooks, a page at a time, oldest first unless asked otherwise',
  kind: 'webhook',
  row: webhook,
});

export const handler = serve(listWebhooks);
