import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { PublicEvent } from '../../domain/events/events.ts';
import { isSubscribed, type Webhook } from '../../domain/records/webhook.ts';
import { findRecords } from '../records/records.ts';
import { ALL_CALLS_PREFIX, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** So many records are found at a time. */
const MAX_FOUND = 100;

/**
 * The webhooks that are to hear of an event: that of the call's agent, and those of its user that hear of all calls, as far as
 * they subscribe to its kind.
 */
export async function loadSubscribers(table: Table, event: PublicEvent): Promise<Webhook[]> {
  const { user_id: userId, webhook_id: own, type } = event;
  const marked = await listMarked(table, userId);
  const ids = [...new Set([...(own ? [own] : []), ...marked])];
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
  return found.filter((webhook) => isSubscribed(webhook, type) && (webhook.id === own || webhook.all_calls));
}

async function listMarked(table: Table, userId: string): Promise<string[]> {
  const ids: string[] = [];
  const pages = paginateQuery(table, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': ALL_CALLS_PREFIX },
    ConsistentRead: true,
  });
  for await (const { Items = [] } of pages) ids.push(...Items.map(({ webhook_id }) => String(webhook_id)));
  return ids;
}
