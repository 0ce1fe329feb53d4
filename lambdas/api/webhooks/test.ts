import * as z from 'zod/mini';
import { listedDelivery, newDelivery, toListedDelivery } from '../../domain/events/delivery.ts';
import { sampleEvents } from '../../domain/events/sample-events.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { takeDeliveryRequest } from '../../rest/limits/delivery-request-limits.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { requireEnabled } from '../../rest/require-record.ts';
import { RETRIES_PER_MINUTE, TESTS_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { recordUse } from '../../store/audit/audit-entries.ts';
import { createDeliveryRequest } from '../../store/webhooks/delivery-requests.ts';

export const testWebhook = defineEndpoint({
  operation: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/test',
  summary: 'Deliver sample events to a webhook',
  query: idQuery,
  response: z.array(listedDelivery),
  tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
  variables: [TESTS_PER_MINUTE, RETRIES_PER_MINUTE],
  async run({ userId, query }, { table, newId, now }) {
    const webhook = await requireEnabled(table, userId, query.id);
    const { id: webhook_id, subscriptions } = webhook;
    const at = now();
    await takeDeliveryRequest(table, { userId, kind: 'tests', now: at });
    const own = {
      id: newId(),
      type: 'delivery_request' as const,
      user_id: userId,
      webhook_id,
      timestamp: at.toISOString(),
    };
    await recordUse(table, { userId, kind: 'webhook', recordId: webhook_id });
    await createDeliveryRequest(table, { ...own, asked: { kind: 'test', subscriptions } });
    return sampleEvents(own, subscriptions).map((event) =>
      toListedDelivery(newDelivery(event, webhook, { now: at, test: true })),
    );
  },
});

export const handler = serve(testWebhook);
