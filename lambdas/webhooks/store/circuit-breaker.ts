import { deleteItem, updateItem } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { CircuitBreaker } from '../model/circuit-breaker.ts';
import { type DisabledReason, enabledFields } from '../model/webhook.ts';
import { circuitBreakerKey } from './keys.ts';

/** Seconds after the last failure for which a breaker is stored: 30 days. */
const KEPT_SECONDS = 30 * 24 * 3600;

export interface WebhookKey {
  readonly userId: string;
  readonly webhookId: string;
}

/** Stores a breaker after a failure or for a trial; concurrent failures count. Returns false if it opened since it was read. */
export async function changeBreaker(
  table: Table,
  { userId, webhookId }: WebhookKey,
  change: { readonly before: CircuitBreaker | undefined; readonly after: CircuitBreaker; readonly now: Date },
): Promise<boolean> {
  const { before, after, now } = change;
  const { failures, ...set } = after;
  const expires_at = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
  return updateItem(table, circuitBreakerKey(userId, webhookId), {
    set: { ...set, expires_at },
    add: { failures: failures - (before?.failures ?? 0) },
    ...unopenedSince(before),
  });
}

export async function closeBreaker(
  table: Table,
  { userId, webhookId }: WebhookKey,
  before: CircuitBreaker,
): Promise<void> {
  await deleteItem(table, circuitBreakerKey(userId, webhookId), unopenedSince(before));
}

const unopenedSince = (before: CircuitBreaker | undefined) =>
  before?.open_until === undefined
    ? { condition: 'attribute_not_exists(open_until)' }
    : { condition: 'open_until = :before', values: { ':before': before.open_until } };

/** Closes the circuit breaker after its webhook was enabled again. */
export async function forgetBreaker(table: Table, { userId, webhookId }: WebhookKey): Promise<void> {
  await deleteItem(table, circuitBreakerKey(userId, webhookId));
}

/** Disables a webhook. Returns false if it was disabled before or does not exist. */
export async function disableWebhook(
  table: Table,
  { userId, webhookId }: WebhookKey,
  { reason, now }: { readonly reason: DisabledReason; readonly now: Date },
): Promise<boolean> {
  return updateItem(table, recordKey(userId, 'webhook', webhookId), {
    set: enabledFields(false, { by: reason, now }),
    condition: 'attribute_exists(pk) AND (attribute_not_exists(enabled) OR enabled = :true)',
    values: { ':true': true },
  });
}
