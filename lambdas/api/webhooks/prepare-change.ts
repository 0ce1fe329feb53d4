import { changesOf } from '../../domain/records/patch.ts';
import { switchedTo } from '../../domain/records/webhook.ts';
import { requireRoomForAllCalls } from '../../rest/limits/all-calls-limit.ts';
import { getRecord } from '../../store/records/records.ts';
import type { Table } from '../../store/table/table.ts';
import { forgetBreaker } from '../../store/webhooks/circuit-breaker.ts';

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
