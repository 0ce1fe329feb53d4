import { type FieldUpdate, fieldUpdate } from './field-update.ts';
import { isTransacted } from './retry.ts';
import type { Table } from './table.ts';

/**
 * Updates an item as a transaction of one. Returns false if its condition did not hold. The client sends a request again when its
 * answer was lost: a single update would then find that it spoilt its own condition, while DynamoDB recognises a repeated transaction.
 */
export function updateOnce(
  table: Table,
  Key: Readonly<Record<string, string>>,
  update: FieldUpdate,
): Promise<boolean> {
  return isTransacted(table, [{ Update: { TableName: table.name, Key, ...fieldUpdate(update) } }]);
}
