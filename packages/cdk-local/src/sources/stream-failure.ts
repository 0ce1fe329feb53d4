import { randomUUID } from 'node:crypto';
import type { NewMessage } from '../aws/sqs/queues/message.ts';
import type { DynamoDbStreamRecord } from '../dynamodb/stream/stream-record.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';

/** The failure message of a stream's mapping: the position of the records, not the records. */
export function failureRecord(failure: {
  readonly records: readonly DynamoDbStreamRecord[];
  readonly mapping: EventSourceMapping;
  readonly attempts: number;
}): NewMessage {
  const { records, mapping, attempts } = failure;
  const body = {
    requestContext: {
      requestId: randomUUID(),
      functionArn: mapping.functionArn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: 'shardId-00000000000000000000-00000000',
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrival(records[0]),
      approximateArrivalOfLastRecord: arrival(records.at(-1)),
      batchSize: records.length,
      streamArn: mapping.sourceArn,
    },
  };
  return { body: JSON.stringify(body), senderId: 'lambda.amazonaws.com' };
}

function arrival(record: DynamoDbStreamRecord | undefined): string | undefined {
  return record && new Date(record.dynamodb.ApproximateCreationDateTime * 1000).toISOString();
}
