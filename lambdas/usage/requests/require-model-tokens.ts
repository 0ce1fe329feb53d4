import type { AgentSettings } from '../../agents/model/agent.ts';
import { dayQuotaExceeded } from '../../http/limits/quota-issues.ts';
import type { Table } from '../../platform/table/table.ts';
import { usedUpToday } from '../store/day-use.ts';

/** Throws if the user's daily tokens are used up and the agent has no model account of its own. */
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
