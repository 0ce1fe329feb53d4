import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { type Change, changedNothing, type UserIdentity } from '../store/change.ts';
import type { Database, DatabaseWrite } from '../store/database.ts';
import type { TableSettings, TableSettingsStore } from '../table/table-settings.ts';
import { type DynamoDbStreamRecord, dynamoDbStreamRecord, toStreamRecord } from './stream-record.ts';

/** Sequence numbers have 21 digits, like those of AWS, and so sort as text. */
const FIRST_SEQUENCE_NUMBER = 100_000_000_000_000_000_000n;

export interface StreamLog {
  /** Stores the writes and the records of their changes in one batch, which is begun when the call returns. */
  commit(writes: DatabaseWrite[], changes: readonly Change[], userIdentity?: UserIdentity): Promise<void>;
  read(tableName: string, after: string, limit: number): Promise<DynamoDbStreamRecord[]>;
  hasRecords(tableName: string, after: string): boolean;
  /** Resolves at the table's next records, or when the signal aborts. */
  nextCommit(tableName: string, signal: AbortSignal): Promise<void>;
  readonly consumers: Awaited<ReturnType<typeof openConsumers>>;
}

/** Opens the streams where the last commit left them. */
export async function openStreamLog(
  database: Database,
  { region, tables }: { region: string; tables: TableSettingsStore },
): Promise<StreamLog> {
  let sequence = BigInt(z.string().optional().parse(database.getSync('sequence~')) ?? FIRST_SEQUENCE_NUMBER);
  const newest = await newestSequenceNumbers(database, tables.all());
  const commits = new EventEmitter().setMaxListeners(0);
  const latest = new Map<string, LatestRecords>();
  for (const [table, after] of newest) latest.set(table, { after, records: [] });

  /** The record of a change; none without a stream or a change. */
  function recordsOf(change: Change, userIdentity: UserIdentity | undefined) {
    const { table } = change;
    const settings = tables.get(table);
    if (!settings?.hasStream || changedNothing(change)) return [];
    const { keyNames } = settings;
    sequence += 1n;
    const sequenceNumber = `${sequence}`;
    const value = toStreamRecord(change, { region, keyNames, userIdentity, sequenceNumber });
    const write: DatabaseWrite = { type: 'put', key: recordKey(table, sequenceNumber), value };
    return [{ table, sequenceNumber, value, write }];
  }

  return {
    async commit(writes, changes, userIdentity) {
      const records = changes.flatMap((change) => recordsOf(change, userIdentity));
      const batch = [...writes, ...records.map(({ write }) => write)];
      if (records.length > 0) batch.push({ type: 'put', key: 'sequence~', value: `${sequence}` });
      await database.batch(batch);
      for (const { table, sequenceNumber, value } of records) {
        newest.set(table, sequenceNumber);
        latest.set(table, withLatest(latest.get(table), value));
      }
      for (const table of new Set(records.map((record) => record.table))) commits.emit(table);
    },
    async read(tableName, after, limit) {
      const { after: first, records } = latest.get(tableName) ?? { after, records: [] };
      if (after === TRIM_HORIZON || after < first) return readRecords(database, { tableName, after, limit });
      return records.filter(({ dynamodb }) => dynamodb.SequenceNumber > after).slice(0, limit);
    },
    hasRecords: (tableName, after) => (newest.get(tableName) ?? '') > after,
    nextCommit: (tableName, signal) => nextEvent(commits, tableName, signal),
    consumers: await openConsumers(database, (table, upTo) =>
      database.clear({ gt: recordKey(table, ''), lte: recordKey(table, upTo) }),
    ),
  };
}

/** A stream's latest records, in memory; `after` is the sequence number before the first one. */
interface LatestRecords {
  readonly after: string;
  readonly records: DynamoDbStreamRecord[];
}

/** More than most batches; an image may have 400 KB. */
const MAX_LATEST = 200;

function withLatest(
  { after, records }: LatestRecords = { after: TRIM_HORIZON, records: [] },
  record: DynamoDbStreamRecord,
): LatestRecords {
  records.push(record);
  const dropped = records.length > MAX_LATEST ? records.shift() : undefined;
  return { after: dropped?.dynamodb.SequenceNumber ?? after, records };
}

async function readRecords(
  database: Database,
  { tableName, after, limit }: { tableName: string; after: string; limit: number },
): Promise<DynamoDbStreamRecord[]> {
  const range = { gt: recordKey(tableName, after), lt: recordKey(tableName, '\xff'), limit };
  const records: DynamoDbStreamRecord[] = [];
  for await (const value of database.values(range)) records.push(dynamoDbStreamRecord.parse(value));
  return records;
}

async function nextEvent(events: EventEmitter, name: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  events.once(name, wake);
  signal.addEventListener('abort', wake, { once: true });
  if (signal.aborted) wake();
  await promise;
  events.off(name, wake);
  signal.removeEventListener('abort', wake);
}

function recordKey(tableName: string, sequenceNumber: string): string {
  return `stream~${tableName}~${sequenceNumber}`;
}

async function newestSequenceNumbers(
  database: Database,
  tables: readonly TableSettings[],
): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for (const { tableName } of tables) {
    const prefix = recordKey(tableName, '');
    for await (const key of database.keys({ gt: prefix, lt: `${prefix}\xff`, reverse: true, limit: 1 })) {
      newest.set(tableName, key.slice(prefix.length));
    }
  }
  return newest;
}

const consumerRecord = z.object({ tableName: z.string(), consumer: z.string(), sequenceNumber: z.string() });

/** The start of a new consumer: before the first record. */
const TRIM_HORIZON = '';

interface StreamConsumers {
  /** Registers the consumer, so that its unread records are not trimmed. */
  register(tableName: string, consumer: string): Promise<void>;
  positionOf(tableName: string, consumer: string): string;
  /** Moves the consumer forward (never back), and trims the records that every consumer has passed. */
  advance(tableName: string, consumer: string, sequenceNumber: string): Promise<void>;
  /** Moves it forward until the next start only: cheaper, for records that do not concern it. */
  skip(tableName: string, consumer: string, sequenceNumber: string): void;
}

/** Loads the consumers; `trim` removes the records of a table up to and including a sequence number. */
async function openConsumers(
  database: Database,
  trim: (tableName: string, upTo: string) => Promise<void>,
): Promise<StreamConsumers> {
  const positions = new Map<string, Map<string, string>>();
  const ofTable = (tableName: string) => {
    const consumers = positions.get(tableName) ?? new Map<string, string>();
    positions.set(tableName, consumers);
    return consumers;
  };
  for await (const value of database.values({ gt: 'consumer~', lt: 'consumer~\xff' })) {
    const { tableName, consumer, sequenceNumber } = consumerRecord.parse(value);
    ofTable(tableName).set(consumer, sequenceNumber);
  }
  const save = (tableName: string, consumer: string, sequenceNumber: string) => {
    ofTable(tableName).set(consumer, sequenceNumber);
    const value = { tableName, consumer, sequenceNumber };
    return database.batch([{ type: 'put', key: `consumer~${tableName}~${consumer}`, value }]);
  };
  const positionOf = (tableName: string, consumer: string) =>
    ofTable(tableName).get(consumer) ?? TRIM_HORIZON;
  return {
    positionOf,
    register: async (tableName, consumer) => {
      if (!ofTable(tableName).has(consumer)) await save(tableName, consumer, TRIM_HORIZON);
    },
    skip(tableName, consumer, sequenceNumber) {
      if (sequenceNumber > positionOf(tableName, consumer)) ofTable(tableName).set(consumer, sequenceNumber);
    },
    async advance(tableName, consumer, sequenceNumber) {
      if (sequenceNumber <= positionOf(tableName, consumer)) return;
      await save(tableName, consumer, sequenceNumber);
      const slowest = [...ofTable(tableName).values()].sort()[0] ?? TRIM_HORIZON;
      if (slowest !== TRIM_HORIZON) await trim(tableName, slowest);
    },
  };
}
