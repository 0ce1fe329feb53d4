import { randomBytes, randomUUID } from 'node:crypto';
import { newDelivery } from '../../../lambdas/deliveries/model/delivery.ts';
import { createDelivery } from '../../../lambdas/deliveries/store/deliveries.ts';
import type { PublicEvent } from '../../../lambdas/events/model/events.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { newWebhookSecret, type Webhook } from '../../../lambdas/webhooks/model/webhook.ts';

/** A stored webhook with a test's changes. */
export function storedWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    id: randomUUID(),
    user_id: randomUUID(),
    subscriptions: [],
    url: 'https://example.com/hook',
    method: 'POST',
    all_calls: false,
    enabled: true,
    disabled_at: null,
    disabled_reason: null,
    secret: newWebhookSecret(randomBytes),
    previous_secrets: [],
    ...changes,
  };
}

/** Words of a call, as an event for a webhook. */
export const messageFor = (webhook: Pick<Webhook, 'id' | 'user_id'>, now: Date) => ({
  ...{ id: randomUUID(), type: 'event_message' as const, user_id: webhook.user_id, call_id: randomUUID() },
  ...{ webhook_id: webhook.id, timestamp: now.toISOString(), sequence: 3, payload: { text: 'Hello.' } },
});

/** Stores a new delivery to a webhook. */
export async function storeDelivery(
  table: Table,
  webhook: Webhook,
  now: Date,
  changes: Partial<PublicEvent> = {},
) {
  const delivery = newDelivery({ ...messageFor(webhook, now), ...changes }, webhook, { now });
  await createDelivery(table, delivery);
  return delivery;
}
