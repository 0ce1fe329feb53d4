import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { Trigger } from '../../lambdas/runtime/worker.ts';
import type { DeadLetterQueue } from './dead-letter-queue.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Store } from './store.ts';

/** What consuming the table's stream needs. */
interface StreamConsumption
  extends Pick<Extract<Trigger, { readonly by: 'stream' }>, 'batchSize' | 'retries' | 'sortKeys'> {
  readonly fn: ServiceFunction;
  readonly store: Store;
  readonly deadLetterQueue: DeadLetterQueue;
}

/** Lets a function consume the changes of items with certain sort keys. */
export function consumeStream(
  scope: Construct,
  { fn, store, deadLetterQueue, batchSize, retries, sortKeys }: StreamConsumption,
): void {
  const eventSourceArn = store.grantStream(fn);
  fn.allow(['sqs:SendMessage'], [deadLetterQueue.queueArn]);
  // Another id would be another mapping, which reads the stream from its beginning.
  new lambda.EventSourceMapping(scope, 'StreamSource', {
    target: fn.function,
    eventSourceArn,
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    batchSize,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts: retries,
    onFailure: new SqsDlq(deadLetterQueue),
    filters: [
      ...sortKeys.prefixes.map((prefix) => lambda.FilterRule.beginsWith(prefix)),
      lambda.FilterRule.or(...sortKeys.whole),
    ].map((S) => lambda.FilterCriteria.filter({ dynamodb: { Keys: { sk: { S } } } })),
  });
}
