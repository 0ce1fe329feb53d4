import { type Answer, isObject } from '../store/answer.ts';
import type { BufferedStore } from '../store/buffered-store.ts';
import type { Load } from '../store/load.ts';
import { gottenUnits, scannedUnits, writtenUnits } from './capacity-units.ts';

/** A transaction reads and writes each item twice, to prepare and to commit; indexes follow later, once. */
const TRANSACTION_FACTOR = 2;

/** Reports the consumed capacity if the input requests it. It replaces dynalite's report, which ignores indexes and UTF-8. */
export function withCapacity(
  answer: Answer,
  { operation, input, loads }: { operation: string; input: unknown; loads: readonly Load[] },
): Answer {
  if (!isObject(input) || !isObject(answer.body) || !asksFor(input.ReturnConsumedCapacity)) return answer;
  if (answer.status !== 200) return answer;
  const reports = sumByTable(loads).map((one) => report(one, input.ReturnConsumedCapacity));
  const ConsumedCapacity = operation.startsWith('Batch') ? reports : reports[0];
  return { ...answer, body: { ...answer.body, ConsumedCapacity } };
}

/** The units that the actions of a transaction consume. */
export function transactionLoads(loads: readonly Load[]): Load[] {
  return loads.map((load) =>
    load.indexName === undefined ? { ...load, units: load.units * TRANSACTION_FACTOR } : load,
  );
}

/** The consumed capacity of a transaction, one entry a table. */
export function transactionCapacity(
  loads: readonly Load[],
  { detail, unit }: { detail: unknown; unit: 'ReadCapacityUnits' | 'WriteCapacityUnits' },
): object {
  if (!asksFor(detail)) return {};
  return { ConsumedCapacity: sumByTable(loads).map((one) => report(one, detail, unit)) };
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

/** The units that a successful operation consumes. */
export function loadsOf(
  operation: string,
  { input, store, result }: { input: unknown; store: BufferedStore; result: unknown },
): Load[] {
  if (!isObject(input)) return [];
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
      return scannedUnits(store, { operation, input, result });
    default:
      return writtenUnits(store);
  }
}

const asksFor = (detail: unknown) => detail === 'TOTAL' || detail === 'INDEXES';

/** Consumed capacity units of a table, and of its indexes by name. */
interface Units {
  readonly tableName: string;
  readonly table: number;
  readonly indexes: Readonly<Record<string, number>>;
}

function sumByTable(loads: readonly Load[]): Units[] {
  const tables = Map.groupBy(loads, ({ tableName }) => tableName);
  return [...tables].map(([tableName, ofTable]) => {
    const indexes: Record<string, number> = {};
    let table = 0;
    for (const { indexName, units } of ofTable) {
      if (indexName === undefined) table += units;
      else indexes[indexName] = (indexes[indexName] ?? 0) + units;
    }
    return { tableName, table, indexes };
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
