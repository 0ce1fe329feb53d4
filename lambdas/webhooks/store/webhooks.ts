import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beginningWith, queryPages } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil, tryWrite } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { recordUpdate } from '../../records/store/field-changes.ts';
import type { InlineRecords } from '../../records/store/inline-records.ts';
import { getRecord } from '../../records/store/records.ts';
import {
  type EventKind,
  isSubscribed,
  MAX_ALL_CALLS_WEBHOOKS,
  newWebhook,
  newWebhookSecret,
  rotated,
  type Webhook,
  type WebhookInput,
  webhook,
  webhookKind,
} from '../model/webhook.ts';
import type { WebhookKey } from './circuit-breaker.ts';

/** Adds a new webhook with its own secret, unless given an id. Returns the id. */
export function addWebhook(inline: InlineRecords, given: string | WebhookInput): string {
  if (typeof given === 'string') return given;
  return inline.add(webhookKind, newWebhook(given, newWebhookSecret(inline.randomBytes)));
}

interface CallEvent {
  readonly user_id: string;
  /** The webhook of the call's agent. */
  readonly webhook_id: string | null;
  readonly type: EventKind;
}

/** The agent's own webhook, and those that subscribe to all calls, oldest first up to a limit. */
export async function loadSubscribers(table: Table, event: CallEvent): Promise<Webhook[]> {
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

/** A user's webhooks, oldest first; a quota limits their number. */
async function listWebhooks(table: Table, userId: string): Promise<Webhook[]> {
  const foundWebhooks: Webhook[] = [];
  for await (const items of queryPages(table, beginningWith(recordKey(userId, 'webhook', ''))))
    foundWebhooks.push(...items.map((item) => webhook.parse(item)));
  return foundWebhooks;
}

/** Rotates a webhook's secret; earlier ones still sign for a while. Returns undefined if the webhook does not exist. */
export async function rotateSecret(
  table: Table,
  { userId, webhookId }: WebhookKey,
  { secret, now }: { readonly secret: string; readonly now: Date },
): Promise<Webhook | undefined> {
  const outcome = await attemptUntil(async () => {
    const webhook = await getRecord(table, userId, webhookKind, webhookId);
    if (!webhook || webhook.secret === secret) return { webhook };
    const secrets = rotated(webhook, secret, now);
    const state = { condition: 'secret = :before', values: { ':before': webhook.secret } };
    const change = { kind: webhookKind, id: webhookId, changes: secrets, state } as const;
    const update = new UpdateCommand(recordUpdate(table, userId, change));
    const isDone = await tryWrite(() => table.client.send(update));
    return isDone ? { webhook: { ...webhook, ...secrets } } : undefined;
  });
  return outcome.webhook;
}
