import { dayQuotaExceeded } from '../../rest/limits/quota-exceeded.ts';
import { type ExpenseOfCall, exhaustedQuota } from '../../store/quotas/call-allowance.ts';
import type { Table } from '../../store/table/table.ts';

/** Throws if an exhausted daily quota forbids calls today; calls scheduled for another day are permitted. */
export async function requireAllowance(table: Table, call: ExpenseOfCall, now: Date): Promise<void> {
  const met = await exhaustedQuota(table, call, now);
  if (met) throw dayQuotaExceeded(met, now);
}
