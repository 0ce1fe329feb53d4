import { z } from 'zod';
import type { Database } from '../store/database.ts';

const consumerRecord = z.object({ tableName: z.string(), consumer: z.string(), sequenceNumber: z.string() });

/** The start of a new consumer: before the first record. */
const TRIM_HORIZON = '';

/** The position of each consumer in each stream, kept over restarts. */
export interface StreamConsumers {
  /** Registers the consumer, so that its unread records are not trimmed. */
  register(tableName: string, consumer: string): Promise<void>;
  positionOf(tableName: string, consumer: string): string;
  /** Moves the consumer forward (never back), and trims the records that every consumer has passed. */
  advance(tableName: string, consumer: string, sequenceNumber: string): Promise<void>;
}

/** Loads the consumers; `trim` removes the records of a table up to and including a sequence number. */
export async function openConsumers(
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
    async advance(tableName, consumer, sequenceNumber) {
      if (sequenceNumber <= positionOf(tableName, consumer)) return;
      await save(tableName, consumer, sequenceNumber);
      const slowest = [...ofTable(tableName).values()].sort()[0] ?? TRIM_HORIZON;
      if (slowest !== TRIM_HORIZON) await trim(tableName, slowest);
    },
  };
}
