import type { CallWithSnapshot } from '../../domain/calls/snapshot.ts';
import type { MetQuota } from '../../domain/quotas/quota-exceeded.ts';
import type { DailyQuota } from '../../domain/quotas/quotas.ts';
import type { Table } from '../table/table.ts';
import { usedUpToday } from './day-use.ts';

/** The fields of a call that decide who pays: the telephony account and the model account. */
export type ExpenseOfCall = Pick<CallWithSnapshot, 'user_id' | 'telephony_account_connection' | 'settings'>;

/** The daily quotas that a call uses; none on the user's own accounts. */
export function quotasOfCall({ telephony_account_connection, settings }: ExpenseOfCall): DailyQuota[] {
  return [
    ...(settings.llm_account_connection ? [] : ['model_tokens' as const]),
    ...(telephony_account_connection ? [] : ['call_minutes' as const]),
  ];
}

export async function exhaustedQuota(
  table: Table,
  call: ExpenseOfCall,
  now: Date,
): Promise<MetQuota | undefined> {
  const needed = quotasOfCall(call);
  return needed.length > 0 ? usedUpToday(table, { userId: call.user_id, now }, needed) : undefined;
}

/** The message for the user about a call that a quota prevented or ended. */
export const quotaMessage = ({ quota, limit }: MetQuota): string =>
  `The quota ${quota} of the day (UTC) is used up: it is ${limit}. Ask the operator for more, or use an account of your own.`;
