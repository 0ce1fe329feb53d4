import * as z from 'zod/mini';
import { deliveryStatus } from '../../domain/events/delivery.ts';
import { id, time } from '../../domain/fields.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { beginReplay } from '../../rest/limits/delivery-request-limits.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { requireEnabled } from '../../rest/require-record.ts';
import { REPLAYS_AT_ONCE } from '../../runtime/variables/settings.ts';
import { recordUse } from '../../store/audit/audit-entries.ts';
import { createDeliveryRequest } from '../../store/webhooks/delivery-requests.ts';

const body = z.lazy(() =>
  z.strictObject({ from: time(), until: z.optional(time()), status: z.optional(deliveryStatus) }),
);

const accepted = z.lazy(() =>
  z.object({
    id,
    webhook_id: id,
    from: z.string(),
    until: z.string(),
    status: z.nullable(deliveryStatus),
  }),
);

export const replayWebhook = defineEndpoint({
  operation: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhooks/replay',
  summary: 'Replay past events of a webhook',
  query: idQuery,
  body,
  response: accepted,
  tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
  variables: [REPLAYS_AT_ONCE],
  async run({ userId, query, body: { from, until, status } }, { table, newId, now }) {
    const { id: webhook_id } = await requireEnabled(table, userId, query.id);
    const timestamp = now().toISOString();
    const range = { from, until: until ?? timestamp };
    const request = {
      id: newId(),
      type: 'delivery_request' as const,
      user_id: userId,
      webhook_id,
      timestamp,
      asked: { kind: 'replay' as const, ...range, ...(status && { status }) },
    };
    await beginReplay(table, { userId, requestId: request.id, now: now() });
    await recordUse(table, { userId, kind: 'webhook', recordId: webhook_id });
    await createDeliveryRequest(table, request);
    return { id: request.id, webhook_id, ...range, status: status ?? null };
  },
});

export const handler = serve(replayWebhook);
