import { type FieldUpdate, fieldUpdate } from './field-update.ts';
import type { Table } from './table.ts';
import { attemptUntil, transact } from './transaction.ts';

/**
 * Updates an item, and tells whether its condition held. A request whose answer was lost is made again by the client: alone it would
 * find its condition spoilt by itself, while DynamoDB takes a repeated transaction for the same one.
 */
export function updateOnce(
  table: Table,
  Key: Readonly<Record<string, string>>,
  update: FieldUpdate,
): Promise<boolean> {
  const Update = { TableName: table.name, Key, ...fieldUpdate(update) };
  return attemptUntil(async () => {
    const refusal = await transact(table, [{ Update }]);
    if (!refusal) return true;
    return refusal.failedConditions[0] ? false : undefined;
  });
}
