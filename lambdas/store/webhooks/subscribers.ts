import type { PublicEvent } from '../../domain/events/events.ts';
import { isSubscribed, MAX_ALL_CALLS_WEBHOOKS, type Webhook } from '../../domain/records/webhook.ts';
import { findRecords } from '../records/records.ts';
import { beginningWith, queryPages } from '../table/items.ts';
import { allCallsKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Marks that are read, oldest first: a webhook keeps its mark after it unsubscribes from all calls. */
const MAX_MARKS = 500;

/** The agent's own webhook, and those that subscribe to all calls, oldest first up to a limit. */
export async function loadSubscribers(table: Table, event: PublicEvent): Promise<Webhook[]> {
  const { user_id: userId, webhook_id: own, type } = event;
  const marked = await listMarked(table, userId);
  const found = await findWebhooks(table, userId, [...new Set([...(own ? [own] : []), ...marked])]);
  const subscribed = found.filter((webhook) => isSubscribed(webhook, type));
  return [
    ...subscribed.filter(({ id }) => id === own),
    ...subscribed.filter(({ id, all_calls }) => id !== own && all_calls).slice(0, MAX_ALL_CALLS_WEBHOOKS),
  ];
}

export async function countAllCallsWebhooks(table: Table, userId: string): Promise<number> {
  const found = await findWebhooks(table, userId, await listMarked(table, userId));
  return found.filter(({ all_calls }) => all_calls).length;
}

async function findWebhooks(table: Table, userId: string, ids: readonly string[]): Promise<Webhook[]> {
  const names = ids.map((id) => ({ kind: 'webhook' as const, id }));
  const records = await findRecords(table, userId, names);
  return ids.flatMap((id) => records.get('webhook', id) ?? []);
}

async function listMarked(table: Table, userId: string): Promise<string[]> {
  const query = { ...beginningWith(allCallsKey(userId, '')), Limit: MAX_MARKS };
  for await (const marks of queryPages(table, query))
    return marks.map(({ webhook_id }) => String(webhook_id));
  return [];
}
