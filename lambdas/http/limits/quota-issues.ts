import type { AgentSettings } from '../../agents/model/agent.ts';
import type { Table } from '../../platform/table/table.ts';
import { type MetQuota, metQuotaMessage } from '../../usage/model/quota-exceeded.ts';
import { isDaily, secondsUntilNextDay } from '../../usage/model/quotas.ts';
import { usedUpToday } from '../../usage/store/day-use.ts';
import { ApiError, type Issue } from '../errors.ts';

/** The issue of a request that exceeds a quota, at `loc`. */
export const quotaIssue = (met: MetQuota, loc: readonly string[] = []): Issue => ({
  loc,
  msg: metQuotaMessage(met),
  type: 'quota_exceeded',
});

/** The refusal of a request that exceeds a quota: a daily one until the next day (429), others for good (403). */
export const quotaExceeded = (met: MetQuota, now: Date): ApiError =>
  isDaily(met.quota) ? dayQuotaExceeded(met, now) : new ApiError('quota_exceeded', [quotaIssue(met)]);

/** The refusal of a request that exceeds a daily quota, until the next day. */
export function dayQuotaExceeded(met: MetQuota, now: Date): ApiError {
  return new ApiError('too_many', [quotaIssue(met)], { retryAfterSeconds: secondsUntilNextDay(now) });
}

/** Throws if the user's tokens of the day are used up and the agent has no model account of its own. */
export async function requireModelTokens(
  table: Table,
  {
    userId,
    settings,
    now,
  }: { readonly userId: string; readonly settings: AgentSettings; readonly now: Date },
): Promise<void> {
  if (settings.llm_account_connection) return;
  const met = await usedUpToday(table, { userId, now }, ['model_tokens']);
  if (met) throw dayQuotaExceeded(met, now);
}
