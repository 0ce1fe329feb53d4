import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DELIVERY_KEPT_SECONDS } from '../../domain/events/delivery.ts';
import type { EndpointHealth } from '../../domain/events/endpoint-health.ts';
import { type DisabledReason, switchedTo } from '../../domain/records/webhook.ts';
import { changedFields } from '../table/changed-fields.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { endpointHealthKey, type Key, recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { NEW_ITEM } from '../table/write-if.ts';

/** Identifies a webhook: its user's id and its own. */
export interface WebhookKey {
  readonly userId: string;
  readonly webhookId: string;
}

/** Stores the circuit breaker of an endpoint; undefined closes it. Returns false if it changed since it was read. */
export async function changeHealth(
  table: Table,
  { userId, webhookId }: WebhookKey,
  change: {
    readonly before: EndpointHealth | undefined;
    readonly after: EndpointHealth | undefined;
    readonly now: Date;
  },
): Promise<boolean> {
  const { before, after, now } = change;
  const Key = endpointHealthKey(userId, webhookId);
  if (!after) return before === undefined || deleteHealth(table, Key, before);
  const condition = before ? 'version = :version' : NEW_ITEM;
  const values = before ? { ':version': before.version } : {};
  const { set, remove } = changedFields(before ?? {}, after);
  const expires_at = Math.floor(now.getTime() / 1000) + DELIVERY_KEPT_SECONDS;
  const update = fieldUpdate({ set: { ...set, expires_at }, remove, condition, values });
  return isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}

function deleteHealth(table: Table, Key: Key, { version }: EndpointHealth): Promise<boolean> {
  const condition = {
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  };
  return isWritten(() => table.client.send(new DeleteCommand({ TableName: table.name, Key, ...condition })));
}

/** Closes the circuit breaker after its webhook was enabled again. */
export async function forgetHealth(table: Table, { userId, webhookId }: WebhookKey): Promise<void> {
  const Key = endpointHealthKey(userId, webhookId);
  await isWritten(() => table.client.send(new DeleteCommand({ TableName: table.name, Key })));
}

/** Disables a webhook. Returns false if it was disabled before or does not exist. */
export async function disableWebhook(
  table: Table,
  { userId, webhookId }: WebhookKey,
  { reason, now }: { readonly reason: DisabledReason; readonly now: Date },
): Promise<boolean> {
  const update = fieldUpdate({
    set: switchedTo(false, { by: reason, now }),
    condition: 'attribute_exists(pk) AND (attribute_not_exists(enabled) OR enabled = :true)',
    values: { ':true': true },
  });
  const Key = recordKey(userId, 'webhook', webhookId);
  return isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}
