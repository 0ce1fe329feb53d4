import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DELIVERY_KEPT_SECONDS } from '../../domain/events/delivery.ts';
import type { EndpointHealth } from '../../domain/events/endpoint-health.ts';
import { type DisabledReason, switchedTo } from '../../domain/records/webhook.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { endpointHealthKey, recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

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
  if (!before && !after) return true;
  const Key = endpointHealthKey(userId, webhookId);
  const condition = before
    ? { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': before.version } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const input = { TableName: table.name, ...condition };
  const expires_at = Math.floor(now.getTime() / 1000) + DELIVERY_KEPT_SECONDS;
  return isWritten(() =>
    after
      ? table.client.send(new PutCommand({ ...input, Item: { ...Key, ...after, expires_at } }))
      : table.client.send(new DeleteCommand({ ...input, Key })),
  );
}

/** Closes the circuit breaker after its webhook was enabled again. */
export async function forgetHealth(table: Table, { userId, webhookId }: WebhookKey): Promise<void> {
  const Key = endpointHealthKey(userId, webhookId);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
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
