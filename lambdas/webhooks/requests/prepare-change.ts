import { ApiError, notFound } from '../../http/errors.ts';
import { changesOf } from '../../platform/patch.ts';
import type { Table } from '../../platform/table/table.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { getRecord } from '../../records/store/records.ts';
import { enabledFields, MAX_ALL_CALLS_WEBHOOKS, type Webhook, webhookKind } from '../model/webhook.ts';
import { forgetBreaker } from '../store/circuit-breaker.ts';
import { countAllCallsWebhooks } from '../store/webhooks.ts';

interface WebhookChange {
  readonly userId: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** The changes to store for an update of a webhook. Throws if too many webhooks subscribe to all calls. */
export async function prepareWebhookChange(
  table: Table,
  { userId, id, body, now }: WebhookChange,
): Promise<Record<string, unknown>> {
  const { enabled, ...changes } = changesOf(body);
  const switching = typeof enabled === 'boolean' ? enabledFields(enabled, { by: 'owner', now }) : {};
  const present = changes.all_calls === true && (await getRecord(table, userId, webhookKind, id));
  if (present && !present.all_calls) await requireRoomForAllCalls(table, userId);
  if (enabled === true) await forgetBreaker(table, { userId, webhookId: id });
  return { ...changes, ...switching };
}

export const CHECK_ALL_CALLS = ['Query'] as const;

/** Throws if the user may not have `more` webhooks of all calls. Concurrent requests may both pass. */
export async function requireRoomForAllCalls(table: Table, userId: string, more = 1): Promise<void> {
  if (more === 0 || (await countAllCallsWebhooks(table, userId)) + more <= MAX_ALL_CALLS_WEBHOOKS) return;
  const msg =
    `You may have ${MAX_ALL_CALLS_WEBHOOKS} webhooks with \`all_calls\`; ` +
    'delete one, or update it with `all_calls: false`.';
  throw new ApiError('conflict', [{ loc: [], msg, type: 'too_many_all_calls_webhooks' }]);
}

export const allCallsWebhooksIn = (records: readonly NewRecord[]): number =>
  records.filter(({ kind, record }) => kind === webhookKind && webhookKind.schema.parse(record).all_calls)
    .length;

/** The user's webhook. Throws if it does not exist or is disabled. */
export async function requireEnabled(table: Table, userId: string, webhookId: string): Promise<Webhook> {
  const webhook = await getRecord(table, userId, webhookKind, webhookId);
  if (!webhook) throw notFound('webhook');
  if (webhook.enabled) return webhook;
  const msg = 'The webhook is disabled; set its `enabled` to true first.';
  throw new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'webhook_disabled' }]);
}
