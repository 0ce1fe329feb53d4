import { type FieldUpdate, fieldUpdate } from './field-update.ts';
import { isTransacted } from './retry.ts';
import type { Table } from './table.ts';

/**
 * Updates an item in a transaction of one. Returns false if its condition did not hold. The client repeats a request
 * after a lost answer: a single update would then fail its own condition, but DynamoDB recognises a repeated
 * transaction.
 */
export function updateOnce(
  table: Table,
  Key: Readonly<Record<string, string>>,
  update: FieldUpdate,
): Promise<boolean> {
  return isTransacted(table, [{ Update: { TableName: table.name, Key, ...fieldUpdate(update) } }]);
}
