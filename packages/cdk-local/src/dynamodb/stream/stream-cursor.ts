import type { StreamLog } from './stream-log.ts';
import type { DynamoDbStreamRecord } from './stream-record.ts';

export interface StreamCursor {
  /** Up to `limit` records after the checkpoint, oldest first. */
  read(limit: number): Promise<DynamoDbStreamRecord[]>;
  /** Resolves when there are records after the checkpoint, or when the signal aborts or the database closes. */
  waitForRecords(signal: AbortSignal): Promise<void>;
  /** Marks the record with this sequence number, and all before it, as done. */
  checkpoint(sequenceNumber: string): Promise<void>;
  /** The same until the next start, for records that do not concern the consumer. */
  skip(sequenceNumber: string): void;
}

/** Opens the consumer's cursor; a new consumer starts at the oldest record. */
export function createStreamCursor(
  log: StreamLog,
  place: { readonly tableName: string; readonly consumer: string; readonly closed: AbortSignal },
): StreamCursor {
  const { tableName, consumer, closed } = place;
  const registered = log.consumers.register(tableName, consumer);
  // The cursor's first use, if any, reports this error.
  registered.catch(() => undefined);
  const position = () => log.consumers.positionOf(tableName, consumer);
  return {
    async read(limit) {
      await registered;
      return log.read(tableName, position(), limit);
    },
    async waitForRecords(signal) {
      const over = AbortSignal.any([signal, closed]);
      while (!over.aborted && !log.hasRecords(tableName, position())) await log.nextCommit(tableName, over);
    },
    skip: (sequenceNumber) => log.consumers.skip(tableName, consumer, sequenceNumber),
    async checkpoint(sequenceNumber) {
      await registered;
      await log.consumers.advance(tableName, consumer, sequenceNumber);
    },
  };
}
