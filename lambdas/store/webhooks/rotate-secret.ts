import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { rotated, type Webhook } from '../../domain/records/webhook.ts';
import { recordUpdate } from '../records/field-changes.ts';
import { getRecord } from '../records/records.ts';
import { attemptUntil, isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { WebhookKey } from './circuit-breaker.ts';

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
