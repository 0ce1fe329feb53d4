import { randomBytes, randomUUID } from 'node:crypto';
import { newWebhookSecret, type Webhook } from '../../../lambdas/domain/records/webhook.ts';

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
