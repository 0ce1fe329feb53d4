import { webhook } from '../../domain/records/webhook.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listWebhooks = definePagedList({
  operation: 'listWebhooks',
  path: '/v1/webhooks/list',
  summary: 'List webhooks, a page at a time, oldest first unless asked otherwise',
  kind: 'webhook',
  row: webhook,
});

export const handler = serve(listWebhooks);
