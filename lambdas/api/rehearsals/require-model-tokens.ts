import type { AgentSettings } from '../../domain/records/agent.ts';
import { dayQuotaExceeded } from '../../rest/limits/quota-exceeded.ts';
import { usedUpToday } from '../../store/quotas/day-use.ts';
import type { Table } from '../../store/table/table.ts';

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
