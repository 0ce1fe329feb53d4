import type { Table } from '../../platform/table/table.ts';
import type { NewRecord } from '../../records/model/kinds.ts';
import { MAX_ALL_CALLS_WEBHOOKS } from '../../webhooks/model/webhook.ts';
import { countAllCallsWebhooks } from '../../webhooks/store/webhooks.ts';
import { ApiError } from '../errors.ts';

export const CHECK_ALL_CALLS = ['Query'] as const;

/**
 * Throws if the user may not have `more` further webhooks that subscribe to all calls. Two concurrent requests may both
 * pass; the number of deliveries per event is bounded all the same.
 */
export async function requireRoomForAllCalls(table: Table, userId: string, more = 1): Promise<void> {
  if (more === 0 || (await countAllCallsWebhooks(table, userId)) + more <= MAX_ALL_CALLS_WEBHOOKS) return;
  const msg =
    `You may have ${MAX_ALL_CALLS_WEBHOOKS} webhooks with \`all_calls\`; ` +
    'delete one, or update it with `all_calls: false`.';
  throw new ApiError('conflict', [{ loc: [], msg, type: 'too_many_all_calls_webhooks' }]);
}

export const allCallsWebhooksIn = (records: readonly NewRecord[]): number =>
  records.filter(({ kind, record }) => kind === 'webhook' && record.all_calls).length;
