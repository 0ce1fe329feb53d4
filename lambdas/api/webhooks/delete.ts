import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';
import { unmarkAllCalls } from '../../store/records/all-calls-marks.ts';

export const deleteWebhook = defineDeletion({
  operation: 'deleteWebhook',
  path: '/v1/webhooks/delete',
  summary: 'Delete a webhook',
  kind: 'webhook',
  further: (table, userId, id) => [unmarkAllCalls(table, userId, id)],
});

export const handler = serve(deleteWebhook);
