import { hashKeyOf } from '../aws/dynamodb/dynamodb-service.ts';
import { asynchronousQueueName, readAsynchronousSettings } from '../aws/events/asynchronous-queues.ts';
import { findResource } from '../aws/protocol/find-resource.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { DynamoDb } from '../dynamodb/dynamodb.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import { faultyDeliveries, type StreamDeliveries } from '../faults/stream-deliveries.ts';
import type { Functions } from '../functions/functions.ts';
import { AWS_LIMITS } from '../limits/aws-limits.ts';
import type { Resources } from '../template/resource.ts';
import { runAsynchronousSource } from './asynchronous-source.ts';
import { checkMapping } from './check-mapping.ts';
import { type EventSourceMapping, readEventSourceMappings } from './event-source-mapping.ts';
import { runSqsSource } from './sqs-source.ts';
import { runStreamSource } from './stream-source.ts';

export interface SourcesOptions {
  readonly resources: Resources;
  readonly functions: Functions;
  readonly dynamodb: DynamoDb;
  readonly queues: Queues;
  /** Milliseconds before each retry of a failed asynchronous invocation. @default AWS's */
  readonly asynchronousRetryMs?: readonly number[];
  /** @default none */
  readonly faults?: Faults;
  /** Reports that a source stopped on a fault of the runtime. @default prints to stderr */
  readonly report?: (line: string) => void;
}

/** The event sources of functions. */
export interface Sources {
  /**
   * Stops reading events at once, and resolves when invocations under way are done. Closing the functions in between
   * ends those early, and their events are delivered again at the next start.
   */
  close(): Promise<void>;
}

/** Starts every event source mapping, and the asynchronous invocations. Throws if a function's role may not read its source. */
export function startSources(options: SourcesOptions): Sources {
  const { resources, functions, queues, report = (line: string) => console.error(line) } = options;
  const { asynchronousRetryMs: retryMs = AWS_LIMITS.lambda.asynchronousRetryMs } = options;
  const mappings = readEventSourceMappings(resources);
  for (const mapping of mappings) checkMapping(mapping, resources, queues);
  const stopping = new AbortController();
  const { signal } = stopping;
  const asynchronous = resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map((resource) => {
      const { Arn: functionArn = '' } = resource.attributes;
      const queue = queues.find(asynchronousQueueName(functionArn));
      return { functionArn, queue, settings: readAsynchronousSettings(resources, resource) };
    });
  const running = [
    ...mappings.map((mapping) => ({ name: mapping.name, work: runMapping(mapping, options, signal) })),
    ...asynchronous.flatMap(({ functionArn, queue, settings }) => {
      if (!queue) return [];
      const source = { functionArn, queue, settings, retryMs, queues, functions, signal };
      return [{ name: functionArn, work: runAsynchronousSource(source) }];
    }),
  ].map(({ name, work }) =>
    work.catch((error: unknown) =>
      report(`${name} stopped: ${error instanceof Error ? error.message : error}`),
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
  const { resources, functions, dynamodb, queues, faults = noFaults() } = options;
  const queue = queues.find(mapping.sourceArn);
  if (queue) return runSqsSource({ mapping, queue, functions, signal });
  const table = findResource(resources, 'AWS::DynamoDB::Table', mapping.sourceArn);
  if (!table) throw new Error(`there is no stream ${mapping.sourceArn}`);
  const cursor = dynamodb.stream(table.ref, mapping.name);
  const failureQueue = queues.find(mapping.failureQueueArn ?? '');
  const partitionKey = hashKeyOf(table);
  const deliveriesOf: StreamDeliveries = (records) =>
    records.length === 0
      ? [records]
      : faultyDeliveries(records, { fault: faults.batch(mapping.name), partitionKey });
  return runStreamSource({ mapping, cursor, functions, failureQueue, deliveriesOf, signal });
}
