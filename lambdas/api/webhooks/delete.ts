import { defineDeletion } from '../../platform/delete-endpoint.ts';
import { serve } from '../../platform/endpoint.ts';

export const deleteWebhook = defineDeletion({
  operation: 'deleteWebhook',
  path: '/v1/webhooks/delete',
  summary: 'Delete a webhook that no other record refers to',
  kind: 'webhook',
});

export const handler = serve(deleteWebhook);
