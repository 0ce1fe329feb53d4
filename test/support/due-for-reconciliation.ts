import { type Overdue, readOverdue } from '../../lambdas/calls/store/overdue.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';

/** The records due for reconciliation, longest due first. */
export async function listDueForReconciliation(
  table: Table,
  now: Date,
): Promise<Pick<Overdue, 'kind' | 'userId' | 'id'>[]> {
  const due = await readOverdue(table, now);
  return due.map(({ kind, userId, id }) => ({ kind, userId, id }));
}
