import type { TelephonyConnection } from '../account-connections/model/account-connection.ts';
import type { Table } from '../platform/table/table.ts';
import { getRecord } from '../records/store/records.ts';
import type { Webhook } from '../webhooks/model/webhook.ts';
import { ApiError, invalidInput, notFound } from './errors.ts';

/** The user's webhook. Throws if it does not exist or is disabled. */
export async function requireEnabled(table: Table, userId: string, webhookId: string): Promise<Webhook> {
  const webhook = await getRecord(table, userId, 'webhook', webhookId);
  if (!webhook) throw notFound('webhook');
  if (webhook.enabled) return webhook;
  const msg = 'The webhook is disabled; set its `enabled` to true first.';
  throw new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'webhook_disabled' }]);
}

/** The user's telephony connection that a query selects. Throws if it does not exist or is of another kind. */
export async function requireTelephonyConnection(
  table: Table,
  userId: string,
  id: string,
): Promise<TelephonyConnection> {
  const connection = await getRecord(table, userId, 'account_connection', id);
  if (!connection) throw notFound('account connection');
  if (connection.type === 'account_connection_telephony') return connection;
  const msg =
    'This is not a connection to a telephony account; choose one of type account_connection_telephony.';
  throw invalidInput([{ loc: ['query', 'id'], msg, type: 'wrong_kind' }]);
}
