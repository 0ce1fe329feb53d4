import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { Trigger } from '../../lambdas/runtime/worker.ts';
import type { DeadLetterQueue } from './dead-letter-queue.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Store } from './store.ts';

interface StreamConsumption extends Omit<Extract<Trigger, { readonly by: 'stream' }>, 'by' | 'deadLetters'> {
  /** The id of the mapping. A changed id creates another mapping, which reads the stream from its beginning. */
  readonly mapping: string;
  readonly fn: ServiceFunction;
  readonly store: Store;
  readonly deadLetterQueue: DeadLetterQueue;
}

/** Lets a function consume the changes of items with certain sort keys. */
export function consumeStream(
  scope: Construct,
  {
    mapping,
    fn,
    store,
    deadLetterQueue,
    from,
    batchSize,
    retries,
    sortKeys,
    patterns = [],
  }: StreamConsumption,
): void {
  const eventSourceArn = store.grantStream(fn);
  fn.allow(['sqs:SendMessage'], [deadLetterQueue.queueArn]);
  const S = [...sortKeys.prefixes.map((prefix) => ({ prefix })), ...sortKeys.whole];
  new lambda.EventSourceMapping(scope, mapping, {
    target: fn.function,
    eventSourceArn,
    startingPosition:
      from === 'deployment' ? lambda.StartingPosition.LATEST : lambda.StartingPosition.TRIM_HORIZON,
    batchSize,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts: retries,
    onFailure: new SqsDlq(deadLetterQueue),
    filters: [{ dynamodb: { Keys: { sk: { S } } } }, ...patterns].map(lambda.FilterCriteria.filter),
  });
}
