import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { deletionOf } from '../table/items.ts';
import { allCallsKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import type { NewRecord } from './kinds.ts';

/** Marks a webhook before it subscribes to all calls. The webhook itself decides; an extra mark does no harm. */
export async function markAllCalls(table: Table, userId: string, webhookId: string): Promise<void> {
  await table.client.send(new PutCommand(markOf(table, userId, webhookId).Put));
}

/** The marks of new webhooks. They belong in the transaction that stores the webhooks. */
export function allCallsMarks(table: Table, records: readonly NewRecord[]): WriteItem[] {
  return records.flatMap(({ kind, record }) =>
    kind === 'webhook' && record.all_calls ? [markOf(table, record.user_id, record.id)] : [],
  );
}

export const unmarkAllCalls = (table: Table, userId: string, webhookId: string): WriteItem =>
  deletionOf(table, allCallsKey(userId, webhookId));

const markOf = (table: Table, userId: string, webhookId: string) => ({
  Put: { TableName: table.name, Item: { ...allCallsKey(userId, webhookId), webhook_id: webhookId } },
});
