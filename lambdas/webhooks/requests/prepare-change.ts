import { forgetBreaker } from '../../deliveries/store/circuit-breaker.ts';
import { requireRoomForAllCalls } from '../../http/limits/all-calls-limit.ts';
import { changesOf } from '../../platform/patch.ts';
import type { Table } from '../../platform/table/table.ts';
import { getRecord } from '../../records/store/records.ts';
import { switchedTo } from '../model/webhook.ts';

interface WebhookChange {
  readonly userId: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/**
 * Does what must be done before a webhook's changes are stored, and returns these. Throws if the user has too many
 * webhooks that subscribe to all calls.
 */
export async function prepareWebhookChange(
  table: Table,
  { userId, id, body, now }: WebhookChange,
): Promise<Record<string, unknown>> {
  const { enabled, ...changes } = changesOf(body);
  const switching = typeof enabled === 'boolean' ? switchedTo(enabled, { by: 'owner', now }) : {};
  const present = changes.all_calls === true && (await getRecord(table, userId, 'webhook', id));
  if (present && !present.all_calls) await requireRoomForAllCalls(table, userId);
  if (enabled === true) await forgetBreaker(table, { userId, webhookId: id });
  return { ...changes, ...switching };
}
