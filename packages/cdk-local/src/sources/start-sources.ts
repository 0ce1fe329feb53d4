import * as z from 'zod';
import { hashKeyOf } from '../aws/dynamodb/dynamodb-service.ts';
import { accessOf } from '../aws/protocol/access.ts';
import { callerFor } from '../aws/protocol/caller.ts';
import { findResource } from '../aws/protocol/find-resource.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { DynamoDb } from '../dynamodb/dynamodb.ts';
import type { StreamCursor } from '../dynamodb/stream/stream-cursor.ts';
import type { DynamoDbStreamRecord } from '../dynamodb/stream/stream-record.ts';
import type { Faults } from '../faults/faults.ts';
import type { Functions } from '../functions/functions.ts';
import type { Resources } from '../template/resource.ts';
import { type EventSourceMapping, readEventSourceMappings } from './event-source-mapping.ts';
import { runSqsSource } from './sqs-source.ts';
import { processBatch, type StreamBatchOptions } from './stream-batch.ts';

export interface SourcesOptions {
  readonly resources: Resources;
  readonly functions: Functions;
  readonly dynamodb: DynamoDb;
  readonly queues: Queues;
  readonly faults: Faults;
  /** Reports that a source stopped on a fault of the runtime. */
  readonly report: (line: string) => void;
}

export interface Sources {
  /** Stops reading events, and resolves when running invocations are done. Close functions only after that. */
  close(): Promise<void>;
}

/** Starts every event source mapping. Throws if a function's role may not read its source. */
export function startSources(options: SourcesOptions): Sources {
  const { resources, queues, report } = options;
  const mappings = readEventSourceMappings(resources);
  for (const mapping of mappings) checkMapping(mapping, resources, queues);
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = mappings.map((mapping) =>
    runMapping(mapping, options, signal).catch((error: unknown) =>
      report(`${mapping.name} stopped: ${error instanceof Error ? error.message : error}`),
    ),
  );
  return {
    close: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function runMapping(
  mapping: EventSourceMapping,
  options: SourcesOptions,
  signal: AbortSignal,
): Promise<void> {
  const { resources, functions, dynamodb, queues, faults } = options;
  const queue = queues.find(mapping.sourceArn);
  if (queue) return runSqsSource({ mapping, queue, functions, signal });
  const table = findResource(resources, 'AWS::DynamoDB::Table', mapping.sourceArn);
  if (!table) throw new Error(`there is no stream ${mapping.sourceArn}`);
  const cursor = dynamodb.stream(table.ref, mapping.name);
  const failureQueue = queues.find(mapping.failureQueueArn ?? '');
  const partitionKey = hashKeyOf(table);
  const deliveriesOf: StreamDeliveries = (records) =>
    faultyDeliveries(records, { fault: faults.batch(mapping.name), partitionKey });
  return runStreamSource({ mapping, cursor, functions, failureQueue, deliveriesOf, signal });
}

/** Feeds a function from a table's stream, in order; resolves when the signal aborts and its batch is done. */
async function runStreamSource(
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
    const records = await cursor.read(mapping.batchSize);
    const last = records.at(-1);
    if (!last) continue;
    const accepted = records
      .filter(mapping.accepts)
      .map((record) => ({ ...record, eventSourceARN: mapping.sourceArn }));
    if (accepted.length === 0) {
      cursor.skip(last.dynamodb.SequenceNumber);
      continue;
    }
    const deliveries = deliveriesOf(accepted);
    // The position advances when all deliveries are done.
    const checkpointEach = deliveries.length === 1 ? checkpoint : async () => {};
    for (const records of deliveries)
      if (!(await processBatch(records, { ...options, checkpoint: checkpointEach }))) return;
    await checkpoint(last);
  }
}

/** The deliveries of a stream's records, one after another; usually a single one. */
type StreamDeliveries = (
  records: readonly DynamoDbStreamRecord[],
) => readonly (readonly DynamoDbStreamRecord[])[];

/**
 * The deliveries of a batch under a fault.
 * - twice: Lambda's position in the stream was not kept, so that it reads the batch again.
 * - out of order: the records come from two shards; the later one is read first. Each partition key has one
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

const timeoutSchema = z.object({ Timeout: z.number().default(3) });

/** The actions that a function's role needs to read a source. */
const READ_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  sqs: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  dynamodb: ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
};

/** Throws an error with the mapping's name and the reason if Lambda would refuse to create or run it. */
function checkMapping(mapping: EventSourceMapping, resources: Resources, queues: Queues): void {
  const { name, sourceArn, functionResource, failureQueueArn } = mapping;
  const access = accessOf(callerFor(functionResource, resources), resources);
  const service = sourceArn.split(':')[2] ?? '';
  const actions = READ_ACTIONS[service];
  if (!actions) throw new Error(`${name}: the local runtime cannot read events from ${sourceArn}`);
  try {
    for (const action of actions) access.check({ action, resource: sourceArn });
    access.checkKey(findResource(resources, 'AWS::DynamoDB::Table', sourceArn), 'kms:Decrypt');
    if (failureQueueArn !== undefined) {
      access.check({ action: 'sqs:SendMessage', resource: failureQueueArn });
    }
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  if (service === 'sqs') checkQueue(mapping, queues);
}

function checkQueue({ name, sourceArn, functionResource }: EventSourceMapping, queues: Queues): void {
  const queue = queues.find(sourceArn);
  if (!queue) throw new Error(`${name}: there is no queue ${sourceArn}`);
  const visibility = queue.settings.visibilityMs / 1000;
  const timeout = timeoutSchema.parse(functionResource.properties).Timeout;
  if (visibility < timeout) {
    throw new Error(
      `${name}: Queue visibility timeout: ${visibility} seconds is less than Function timeout: ${timeout} seconds`,
    );
  }
}
