import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { WebhookKey } from '../../deliveries/store/circuit-breaker.ts';
import type { PublicEvent } from '../../events/model/events.ts';
import { beginningWith, queryPages } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil, isWritten } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { recordUpdate } from '../../records/store/field-changes.ts';
import { getRecord } from '../../records/store/records.ts';
import { isSubscribed, MAX_ALL_CALLS_WEBHOOKS, rotated, type Webhook, webhook } from '../model/webhook.ts';

/** The agent's own webhook, and those that subscribe to all calls, oldest first up to a limit. */
export async function loadSubscribers(table: Table, event: PublicEvent): Promise<Webhook[]> {
  const { user_id: userId, webhook_id: own, type } = event;
  const subscribed = (await listWebhooks(table, userId)).filter((each) => isSubscribed(each, type));
  return [
    ...subscribed.filter(({ id }) => id === own),
    ...subscribed.filter(({ id, all_calls }) => id !== own && all_calls).slice(0, MAX_ALL_CALLS_WEBHOOKS),
  ];
}

export async function countAllCallsWebhooks(table: Table, userId: string): Promise<number> {
  return (await listWebhooks(table, userId)).filter(({ all_calls }) => all_calls).length;
}

/** A user's webhooks, oldest first: a quota bounds their number. */
async function listWebhooks(table: Table, userId: string): Promise<Webhook[]> {
  const foundWebhooks: Webhook[] = [];
  for await (const items of queryPages(table, beginningWith(recordKey(userId, 'webhook', ''))))
    foundWebhooks.push(...items.map((item) => webhook.parse(item)));
  return foundWebhooks;
}

/** Rotates a webhook's secret; earlier ones still sign for a while. Undefined if there is no such webhook. */
export async function rotateSecret(
  table: Table,
  { userId, webhookId }: WebhookKey,
  { secret, now }: { readonly secret: string; readonly now: Date },
): Promise<Webhook | undefined> {
  const outcome = await attemptUntil(async () => {
    const webhook = await getRecord(table, userId, 'webhook', webhookId);
    if (!webhook || webhook.secret === secret) return { webhook };
    const secrets = rotated(webhook, secret, now);
    const state = { condition: 'secret = :before', values: { ':before': webhook.secret } };
    const change = { kind: 'webhook', id: webhookId, changes: secrets, state } as const;
    const update = new UpdateCommand(recordUpdate(table, userId, change));
    const isDone = await isWritten(() => table.client.send(update));
    return isDone ? { webhook: { ...webhook, ...secrets } } : undefined;
  });
  return outcome.webhook;
}
