import type { PublicEvent } from '../../domain/events/events.ts';
import { isSubscribed, MAX_ALL_CALLS_WEBHOOKS, type Webhook, webhook } from '../../domain/records/webhook.ts';
import { beginningWith, queryPages } from '../table/items.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

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
  const found: Webhook[] = [];
  for await (const items of queryPages(table, beginningWith(recordKey(userId, 'webhook', ''))))
    found.push(...items.map((item) => webhook.parse(item)));
  return found;
}
