import { randomUUID } from 'node:crypto';
import { newDelivery } from '../../../lambdas/domain/events/delivery.ts';
import type { Webhook } from '../../../lambdas/domain/records/webhook.ts';
import { createDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import type { Connection } from '../service/service-process.ts';
import { TABLE_NAME, tableClient } from '../service/table-client.ts';

const HOUR_MS = 3_600_000;

/** Stores deliveries to a webhook that were given up: hours since their events, and since their last attempts. */
export async function storeExhausted(
  connection: Connection,
  webhook: Webhook,
  {
    deliveries,
    event,
    attempt,
  }: { readonly deliveries: number; readonly event: number; readonly attempt: number },
): Promise<void> {
  const client = tableClient(connection);
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const { user_id } = webhook;
  for (let stored = 0; stored < deliveries; stored++) {
    const made = newDelivery(
      {
        id: randomUUID(),
        type: 'event_message',
        user_id,
        call_id: randomUUID(),
        webhook_id: webhook.id,
        timestamp: at(event).toISOString(),
        sequence: stored + 1,
        payload: { sender: 'human', text: 'Good morning.' },
      },
      webhook,
      { now: at(event) },
    );
    const { next_attempt_at: _, ...delivery } = made;
    await createDelivery(
      { name: TABLE_NAME, client },
      {
        ...delivery,
        status: 'failed',
        failure_reason: 'exhausted',
        attempts: [{ at: at(attempt).toISOString(), duration_ms: 5, status: 500, error: null, response: '' }],
      },
    );
  }
  client.destroy();
}
