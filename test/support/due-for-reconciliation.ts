import { type Overdue, pagesOfOverdue } from '../../lambdas/store/calls/overdue.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

/** The records due for reconciliation, longest due first. */
export async function listDueForReconciliation(table: Table, now: Date): Promise<Omit<Overdue, 'dueAt'>[]> {
  const found: Omit<Overdue, 'dueAt'>[] = [];
  for await (const page of pagesOfOverdue(table, now))
    found.push(...page.map(({ kind, userId, id }) => ({ kind, userId, id })));
  return found;
}
