import { dayQuotaExceeded } from '../../rest/quota-exceeded.ts';
import { type ExpenseOfCall, quotaInTheWay } from '../../store/quotas/call-allowance.ts';
import type { Table } from '../../store/table/table.ts';

/** Throws if calls cannot be held today; calls that are scheduled for another day can be placed. */
export async function requireAllowance(table: Table, call: ExpenseOfCall, now: Date): Promise<void> {
  const met = await quotaInTheWay(table, call, now);
  if (met) throw dayQuotaExceeded(met, now);
}
