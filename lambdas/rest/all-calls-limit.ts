import { DomainError } from '../domain/errors.ts';
import { MAX_ALL_CALLS_WEBHOOKS } from '../domain/records/webhook.ts';
import type { NewRecord } from '../store/records/kinds.ts';
import type { Table } from '../store/table/table.ts';
import { countAllCallsWebhooks } from '../store/webhooks/subscribers.ts';

/** What checking for room does with the table. */
export const CHECK_ALL_CALLS = ['Query', 'BatchGetItem'] as const;

/**
 * Throws when a user has not room for this many more webhooks that hear of all calls. Two requests at once may both find the last
 * place; what an event is delivered to is bounded all the same.
 */
export async function requireRoomForAllCalls(table: Table, userId: string, more = 1): Promise<void> {
  if (more === 0 || (await countAllCallsWebhooks(table, userId)) + more <= MAX_ALL_CALLS_WEBHOOKS) return;
  const msg =
    `You may have ${MAX_ALL_CALLS_WEBHOOKS} webhooks with \`all_calls\`; ` +
    'delete one, or update it with `all_calls: false`.';
  throw new DomainError('conflict', [{ loc: [], msg, type: 'too_many_all_calls_webhooks' }]);
}

/** How many of these records are webhooks that hear of all calls. */
export const allCallsWebhooksIn = (records: readonly NewRecord[]): number =>
  records.filter(({ kind, record }) => kind === 'webhook' && record.all_calls).length;
