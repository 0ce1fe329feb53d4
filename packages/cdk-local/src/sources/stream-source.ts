import { setTimeout as wait } from 'node:timers/promises';
import type { StreamCursor } from '../dynamodb/stream/stream-cursor.ts';
import type { DynamoDbStreamRecord } from '../dynamodb/stream/stream-record.ts';
import type { StreamDeliveries } from '../faults/stream-deliveries.ts';
import { processBatch, type StreamBatchOptions } from './stream-batch.ts';

/** Feeds a function from a table's stream, in order; resolves when the signal aborts and its batch is done. */
export async function runStreamSource(
  options: Omit<StreamBatchOptions, 'checkpoint'> & {
    readonly cursor: StreamCursor;
    readonly deliveriesOf: StreamDeliveries;
  },
): Promise<void> {
  const { mapping, cursor, deliveriesOf, signal } = options;
  const checkpoint = (record: DynamoDbStreamRecord) => cursor.checkpoint(record.dynamodb.SequenceNumber);
  while (!signal.aborted) {
    await cursor.waitForRecords(signal);
    if (signal.aborted) return;
    const records = await readBatch(options);
    const last = records.at(-1);
    if (!last) continue;
    const accepted = records
      .filter(mapping.accepts)
      .map((record) => ({ ...record, eventSourceARN: mapping.sourceArn }));
    const deliveries = deliveriesOf(accepted);
    // The position moves when all deliveries are done.
    const kept = deliveries.length === 1 ? checkpoint : async () => {};
    for (const records of deliveries)
      if (!(await processBatch(records, { ...options, checkpoint: kept }))) return;
    await checkpoint(last);
  }
}

async function readBatch({
  mapping: { batchSize, batchingWindowMs },
  cursor,
  signal,
}: Pick<StreamBatchOptions, 'mapping' | 'signal'> & { readonly cursor: StreamCursor }): Promise<
  DynamoDbStreamRecord[]
> {
  const records = await cursor.read(batchSize);
  if (batchingWindowMs === 0 || records.length >= batchSize) return records;
  await wait(batchingWindowMs, undefined, { signal }).catch(() => {});
  return cursor.read(batchSize);
}
