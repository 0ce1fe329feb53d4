import { AWS_LIMITS, type DynamoDbLimits } from '../limits/aws-limits.ts';
import { refuseConflicts } from './conflicts/refuse-conflicts.ts';
import { createEmbeddedEngine } from './engine/embedded-engine.ts';
import { ensureTable } from './ensure-table.ts';
import type { Answer } from './store/answer.ts';
import { openDatabase } from './store/database.ts';
import { type GroupedDatabase, groupWrites } from './store/grouped-writes.ts';
import { createStreamCursor, type StreamCursor } from './stream/stream-cursor.ts';
import { openStreamLog } from './stream/stream-log.ts';
import { startSweep } from './sweep.ts';
import { tableProperties } from './table/table-properties.ts';
import { loadTableSettings } from './table/table-settings.ts';

/** A DynamoDB with transactions, streams and time to live. */
export interface DynamoDb {
  /**
   * Runs a DynamoDB JSON 1.0 operation ('GetItem', 'TransactWriteItems', ...) and answers like DynamoDB. Rejects only
   * on internal faults.
   */
  execute(operation: string, input: unknown): Promise<Answer>;
  /**
   * Creates a missing table from the properties of an AWS::DynamoDB::Table. Rejects if an existing one has another key or
   * index.
   */
  ensureTable(tableName: string, properties: Record<string, unknown>): Promise<void>;
  /** A durable position in the table's stream. Consumers survive restarts; a new one starts at the oldest record. */
  stream(tableName: string, consumer: string): StreamCursor;
  /** Waits for pending operations and closes the data folder. */
  close(): Promise<void>;
}

/** Where a database keeps its data. */
export interface DynamoDbOptions {
  /** The folder of items and streams; absent: in memory. */
  readonly directory?: string | undefined;
  readonly region: string;
  /** @default AWS's own */
  readonly limits?: DynamoDbLimits;
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

async function openOver(
  database: GroupedDatabase,
  { region, limits = AWS_LIMITS.dynamodb }: DynamoDbOptions,
): Promise<DynamoDb> {
  const tables = await loadTableSettings(database);
  const log = await openStreamLog(database, { region, tables });
  const engine = createEmbeddedEngine({ database, region }, log);
  const front = refuseConflicts(engine, { tables, transactionMs: limits.transactionMs });
  const closing = new AbortController();
  const sweep = startSweep(engine, tables);
  return {
    execute: (operation, input) => front.execute(operation, input),
    async ensureTable(tableName, properties) {
      await ensureTable({ engine, tables }, tableName, tableProperties.parse(properties));
    },
    stream(tableName, consumer) {
      if (tables.get(tableName)?.streamViewType === undefined)
        throw new Error(`Table ${tableName} has no stream.`);
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
