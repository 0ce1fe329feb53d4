import { isObject } from './answer.ts';

/** A transaction reads and writes each item twice: to prepare and to commit. */
const TRANSACTION_FACTOR = 2;

/** The consumed capacity of a transaction, one entry a table, from the answers of its single operations. */
export function transactionCapacity(
  results: readonly unknown[],
  { detail, unit }: { detail: unknown; unit: 'ReadCapacityUnits' | 'WriteCapacityUnits' },
): object {
  if (detail !== 'TOTAL' && detail !== 'INDEXES') return {};
  const tables = new Map<string, number>();
  for (const result of results) {
    const capacity = isObject(result) && isObject(result.ConsumedCapacity) ? result.ConsumedCapacity : {};
    const { TableName: table, CapacityUnits: units } = capacity;
    if (typeof table !== 'string' || typeof units !== 'number') continue;
    tables.set(table, (tables.get(table) ?? 0) + units * TRANSACTION_FACTOR);
  }
  const ConsumedCapacity = [...tables].map(([TableName, CapacityUnits]) => {
    const units = { CapacityUnits, [unit]: CapacityUnits };
    return { TableName, ...units, ...(detail === 'INDEXES' && { Table: units }) };
  });
  return { ConsumedCapacity };
}
