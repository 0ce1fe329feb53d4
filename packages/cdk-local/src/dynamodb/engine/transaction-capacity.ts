import * as z from 'zod';

const reporting = z.object({
  ConsumedCapacity: z.object({ TableName: z.string(), CapacityUnits: z.number() }),
});

/** A transaction reads and writes each item twice, to prepare and to commit. */
const TRANSACTION_FACTOR = 2;

/** The consumed capacity of a transaction, by the reports of its actions: one entry a table, without indexes. */
export function transactionCapacity(results: readonly unknown[]): object {
  const reports = results.flatMap((result) => reporting.safeParse(result).data?.ConsumedCapacity ?? []);
  if (reports.length === 0) return {};
  const tables = Map.groupBy(reports, ({ TableName }) => TableName);
  const ConsumedCapacity = [...tables].map(([TableName, ofTable]) => ({
    TableName,
    CapacityUnits: TRANSACTION_FACTOR * ofTable.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0),
  }));
  return { ConsumedCapacity };
}
