import { type Answer, isObject } from '../store/answer.ts';
import type { BufferedStore } from '../store/buffered-store.ts';
import { gottenUnits, scannedUnits, type Units, writtenUnits } from './capacity-units.ts';

/** A transaction reads and writes each item twice, to prepare and to commit; indexes follow later, once. */
const TRANSACTION_FACTOR = 2;

/** Reports the consumed capacity if the input requests it. It replaces dynalite's report, which ignores indexes and UTF-8. */
export function withCapacity(
  answer: Answer,
  { operation, input, store }: { operation: string; input: unknown; store: BufferedStore },
): Answer {
  if (!isObject(input) || !isObject(answer.body) || !asksFor(input.ReturnConsumedCapacity)) return answer;
  if (answer.status !== 200) return answer;
  const units = unitsOf(operation, { input, store, result: answer.body });
  const reports = sumByTable(units).map((one) => report(one, input.ReturnConsumedCapacity));
  const ConsumedCapacity = operation.startsWith('Batch') ? reports : reports[0];
  return { ...answer, body: { ...answer.body, ConsumedCapacity } };
}

/** The consumed capacity of a transaction, one entry a table. */
export function transactionCapacity(
  units: readonly Units[],
  { detail, unit }: { detail: unknown; unit: 'ReadCapacityUnits' | 'WriteCapacityUnits' },
): object {
  if (!asksFor(detail)) return {};
  const doubled = units.map((one) => ({ ...one, table: one.table * TRANSACTION_FACTOR }));
  return { ConsumedCapacity: sumByTable(doubled).map((one) => report(one, detail, unit)) };
}

/** The units in an answer, of all tables and indexes together. Returns undefined if it reports none. */
export function consumedUnits(body: unknown): number | undefined {
  if (!isObject(body) || body.ConsumedCapacity === undefined) return undefined;
  return sum(
    [body.ConsumedCapacity]
      .flat()
      .map((one) => (isObject(one) && typeof one.CapacityUnits === 'number' ? one.CapacityUnits : 0)),
  );
}

function unitsOf(
  operation: string,
  { input, store, result }: { input: Record<string, unknown>; store: BufferedStore; result: unknown },
): Units[] {
  switch (operation) {
    case 'GetItem':
      return gottenUnits(store, () => input.ConsistentRead === true);
    case 'BatchGetItem': {
      const requests = isObject(input.RequestItems) ? input.RequestItems : {};
      return gottenUnits(store, (table) => {
        const request = requests[table];
        return isObject(request) && request.ConsistentRead === true;
      });
    }
    case 'Query':
    case 'Scan':
      return scannedUnits(store, input, result);
    default:
      return writtenUnits(store);
  }
}

const asksFor = (detail: unknown) => detail === 'TOTAL' || detail === 'INDEXES';

function sumByTable(units: readonly Units[]): Units[] {
  const tables = Map.groupBy(units, ({ tableName }) => tableName);
  return [...tables].map(([tableName, ofTable]) => {
    const indexes: Record<string, number> = {};
    for (const [name, value] of ofTable.flatMap((one) => Object.entries(one.indexes)))
      indexes[name] = (indexes[name] ?? 0) + value;
    return { tableName, table: sum(ofTable.map(({ table }) => table)), indexes };
  });
}

function report({ tableName, table, indexes }: Units, detail: unknown, unit?: string): object {
  const figure = (units: number) => ({ CapacityUnits: units, ...(unit && { [unit]: units }) });
  const ofIndexes = Object.entries(indexes);
  return {
    TableName: tableName,
    ...figure(table + sum(ofIndexes.map(([, units]) => units))),
    ...(detail === 'INDEXES' && {
      Table: figure(table),
      ...(ofIndexes.length > 0 && {
        GlobalSecondaryIndexes: Object.fromEntries(ofIndexes.map(([name, units]) => [name, figure(units)])),
      }),
    }),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
