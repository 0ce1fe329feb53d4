import type { DynamoDbStreamRecord } from '../dynamodb/stream/stream-record.ts';

/** The deliveries of a stream's records, one after another; the first is usually all. */
export type StreamDeliveries = (
  records: readonly DynamoDbStreamRecord[],
) => readonly (readonly DynamoDbStreamRecord[])[];

/**
 * The deliveries of a batch under a fault.
 * - twice: Lambda's position in the stream was not kept, so that it reads the batch again.
 * - out of order: the records come from two shards, of which the later one is read first. Each partition key has one
 *   shard, so its order is kept.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function faultyDeliveries(
  records: readonly DynamoDbStreamRecord[],
  {
    fault,
    partitionKey,
  }: { readonly fault: 'twice' | 'out of order' | undefined; readonly partitionKey: string },
): readonly (readonly DynamoDbStreamRecord[])[] {
  if (fault === undefined) return [records];
  if (fault === 'twice') return [records, records];
  const partitionOf = ({ dynamodb }: DynamoDbStreamRecord) => JSON.stringify(dynamodb.Keys[partitionKey]);
  const first = records.slice(0, 1).map(partitionOf)[0];
  const early = records.filter((record) => partitionOf(record) === first);
  const late = records.filter((record) => partitionOf(record) !== first);
  return [late, early];
}
