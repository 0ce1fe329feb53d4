import type { Webhook } from '../domain/records/webhook.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { ApiError, notFound } from './errors.ts';

/** The user's webhook. Throws if it does not exist or is disabled. */
export async function requireEnabled(table: Table, userId: string, webhookId: string): Promise<Webhook> {
  const webhook = await getRecord(table, userId, 'webhook', webhookId);
  if (!webhook) throw notFound('webhook');
  if (webhook.enabled) return webhook;
  const msg = 'The webhook is disabled; set its `enabled` to true first.';
  throw new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'webhook_disabled' }]);
}
