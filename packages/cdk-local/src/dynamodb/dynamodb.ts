import { z } from 'zod';
import { refuseConflicts } from './conflicts/refuse-conflicts.ts';
import { createEmbeddedEngine } from './engine/embedded-engine.ts';
import type { Engine } from './engine/engine.ts';
import { ensureTable } from './ensure-table.ts';
import type { Answer } from './store/answer.ts';
import { openDatabase } from './store/database.ts';
import { type GroupedDatabase, groupWrites } from './store/grouped-writes.ts';
import { createStreamCursor, type StreamCursor } from './stream/stream-cursor.ts';
import { openStreamLog } from './stream/stream-log.ts';
import { tableProperties } from './table/table-properties.ts';
import type { TableSettings, TableSettingsStore } from './table/table-settings.ts';
import { loadTableSettings } from './table/table-settings.ts';

export interface DynamoDb {
  /** Runs a DynamoDB JSON 1.0 operation and answers like DynamoDB. Rejects only on internal faults. */
  execute(operation: string, input: unknown): Promise<Answer>;
  /** Creates a missing table from an AWS::DynamoDB::Table. Rejects if an existing one has another key or index. */
  ensureTable(tableName: string, properties: Record<string, unknown>): Promise<void>;
  /** A durable position in the table's stream. Consumers survive restarts; a new one starts at the oldest record. */
  stream(tableName: string, consumer: string): StreamCursor;
  /** Waits for pending operations and closes the data folder. */
  close(): Promise<void>;
}

export interface DynamoDbOptions {
  /** The folder of items and streams; absent: in memory. */
  readonly directory?: string | undefined;
  readonly region: string;
}

/** Opens the database and completes what a crash left unfinished. Throws a one-line Error if the folder cannot be used. */
export async function openDynamoDb(options: DynamoDbOptions): Promise<DynamoDb> {
  const database = groupWrites(await openDatabase(options.directory));
  try {
    return await openOver(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openOver(database: GroupedDatabase, { region }: DynamoDbOptions): Promise<DynamoDb> {
  const tables = await loadTableSettings(database);
  const log = await openStreamLog(database, { region, tables });
  const engine = createEmbeddedEngine({ database, region }, log);
  const front = refuseConflicts(engine, tables);
  const closing = new AbortController();
  const sweep = startSweep(engine, tables);
  return {
    execute: (operation, input) => front.execute(operation, input),
    async ensureTable(tableName, properties) {
      await ensureTable({ engine, tables }, tableName, tableProperties.parse(properties));
    },
    stream(tableName, consumer) {
      if (!tables.get(tableName)?.hasStream) throw new Error(`Table ${tableName} has no stream.`);
      return createStreamCursor(log, { tableName, consumer, closed: closing.signal });
    },
    async close() {
      closing.abort();
      await sweep.stop();
      await engine.idle();
      await database.close();
    },
  };
}

/** Milliseconds between deletions of expired items, which read whole tables. AWS takes days. */
const SWEEP_INTERVAL = 3_600_000;

/** Deletes the expired items of all tables now and each hour, until stopped. */
function startSweep(engine: Engine, tables: TableSettingsStore): { stop(): Promise<void> } {
  let stopped = false;
  let last = Promise.resolve();
  const sweep = async () => {
    for (const table of tables.all()) if (!stopped) await deleteExpired(engine, table, Date.now());
  };
  const begin = () => {
    last = last.then(sweep).catch((error: unknown) => {
      console.warn('Expired items could not be deleted, another try follows in an hour:', error);
    });
  };
  begin();
  const timer = setInterval(begin, SWEEP_INTERVAL).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await last;
    },
  };
}

const EXPIRY_IDENTITY = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
/** Seconds. DynamoDB ignores an expiry more than five years ago as an error. */
const FIVE_YEARS = 5 * 365 * 24 * 60 * 60;

const page = z.object({
  Items: z.array(z.record(z.string(), z.unknown())),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

async function deleteExpired(engine: Engine, table: TableSettings, now: number): Promise<void> {
  if (table.timeToLiveAttribute === undefined) return;
  const seconds = Math.floor(now / 1000);
  const names = Object.fromEntries(table.keyNames.map((name, index) => [`#key${index}`, name]));
  const expired = {
    expression: '#expiry < :now AND #expiry > :oldest',
    names: { '#expiry': table.timeToLiveAttribute },
    values: { ':now': { N: `${seconds}` }, ':oldest': { N: `${seconds - FIVE_YEARS}` } },
  };
  let start: Record<string, unknown> | undefined;
  do {
    const scan = {
      TableName: table.tableName,
      FilterExpression: expired.expression,
      ProjectionExpression: Object.keys(names).join(', '),
      ExpressionAttributeNames: { ...names, ...expired.names },
      ExpressionAttributeValues: expired.values,
      ...(start && { ExclusiveStartKey: start }),
    };
    const answer = await engine.execute('Scan', scan, EXPIRY_IDENTITY);
    const { Items, LastEvaluatedKey } = page.parse(answer.body);
    for (const Key of Items) {
      // The condition keeps an item that was renewed since the scan.
      const deletion = {
        TableName: table.tableName,
        Key,
        ConditionExpression: expired.expression,
        ExpressionAttributeNames: expired.names,
        ExpressionAttributeValues: expired.values,
      };
      await engine.execute('DeleteItem', deletion, EXPIRY_IDENTITY);
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
