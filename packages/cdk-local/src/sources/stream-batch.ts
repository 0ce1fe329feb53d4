import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { NewMessage } from '../aws/sqs/queues/message.ts';
import type { Queue } from '../aws/sqs/queues/queue.ts';
import type { DynamoDbStreamRecord } from '../dynamodb/stream/stream-record.ts';
import type { Functions, InvocationResult } from '../functions/functions.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { failedItems } from './item-failures.ts';

export interface StreamBatchOptions {
  readonly mapping: EventSourceMapping;
  readonly functions: Functions;
  readonly failureQueue: Queue | undefined;
  readonly checkpoint: (record: DynamoDbStreamRecord) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Milliseconds before the first retry; doubled with each further one up to the longest. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;

/**
 * Passes a batch to the function until it is done: a failing one is halved, and a failing record is retried and
 * finally sent to the failure queue. A throttled batch is retried beyond the mapping's number of retries.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html. Returns false if the signal aborted
 * before.
 */
export async function processBatch(
  records: readonly DynamoDbStreamRecord[],
  options: StreamBatchOptions,
): Promise<boolean> {
  const { mapping, functions, checkpoint, signal } = options;
  let rest = records;
  let throttles = 0;
  for (let attempt = 0; rest.length > 0; attempt += 1) {
    if (signal.aborted) return false;
    const result = await functions.invoke(mapping.functionArn, { Records: rest });
    if (signal.aborted && !result.ok) return false;
    if (isThrottled(result)) {
      await pause(throttles, signal);
      throttles += 1;
      // The function was not invoked, so this does not count as an attempt.
      attempt -= 1;
      continue;
    }
    throttles = 0;
    const failed = failedItems(result, rest.map(sequenceNumber));
    const done = rest.findIndex((record) => failed.has(sequenceNumber(record)));
    if (done === -1) return true;
    const last = rest[done - 1];
    if (last) {
      await checkpoint(last);
      rest = rest.slice(done);
      attempt = 0;
    }
    if (rest.length > 1) return processHalves(rest, options);
    const [faulty] = rest;
    if (!faulty || attempt >= mapping.maximumRetries) {
      if (faulty) await options.failureQueue?.send([failureRecord(faulty, mapping, attempt + 1)]);
      return true;
    }
    await pause(attempt, signal);
  }
  return true;
}

async function processHalves(
  records: readonly DynamoDbStreamRecord[],
  options: StreamBatchOptions,
): Promise<boolean> {
  const middle = Math.ceil(records.length / 2);
  const first = records.slice(0, middle);
  if (!(await processBatch(first, options))) return false;
  const last = first.at(-1);
  if (last) await options.checkpoint(last);
  return processBatch(records.slice(middle), options);
}

async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
  await wait(ms, undefined, { signal }).catch(() => {});
}

function isThrottled(result: InvocationResult): boolean {
  return !result.ok && result.error === 'throttled';
}

function sequenceNumber(record: DynamoDbStreamRecord): string {
  return record.dynamodb.SequenceNumber;
}

/** The failure message of a stream's mapping: the position of the record, not the record. */
function failureRecord(
  { dynamodb }: DynamoDbStreamRecord,
  mapping: EventSourceMapping,
  attempts: number,
): NewMessage {
  const arrival = new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString();
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
      startSequenceNumber: dynamodb.SequenceNumber,
      endSequenceNumber: dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrival,
      approximateArrivalOfLastRecord: arrival,
      batchSize: 1,
      streamArn: mapping.sourceArn,
    },
  };
  return { body: JSON.stringify(body), senderId: 'lambda.amazonaws.com' };
}
