import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { PublicEvent } from '../../domain/events/events.ts';
import { isSubscribed, MAX_ALL_CALLS_WEBHOOKS, type Webhook } from '../../domain/records/webhook.ts';
import { findRecords } from '../records/records.ts';
import { ALL_CALLS_PREFIX, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Records of one request. */
const MAX_FOUND = 100;

/** Marks that are read, oldest first: a webhook keeps its mark after it unsubscribes from all calls. */
const MAX_MARKS = 500;

/**
 * The webhooks that receive an event: the agent's own, and those of its user that subscribe to all calls, if they
 * subscribe to its kind. If too many subscribe to all calls, the oldest receive it.
 */
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
  const found: Webhook[] = [];
  for (let start = 0; start < ids.length; start += MAX_FOUND) {
    const part = ids.slice(start, start + MAX_FOUND);
    const records = await findRecords(
      table,
      userId,
      part.map((id) => ({ kind: 'webhook', id })),
    );
    found.push(...part.flatMap((id) => records.get('webhook', id) ?? []));
  }
  return found;
}

async function listMarked(table: Table, userId: string): Promise<string[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': ALL_CALLS_PREFIX },
      ConsistentRead: true,
      Limit: MAX_MARKS,
    }),
  );
  return Items.map(({ webhook_id }) => String(webhook_id));
}
