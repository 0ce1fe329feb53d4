import { basename } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DEFAULT_TIMEOUT_SECONDS } from '../../lambdas/platform/worker.ts';
import { DeadLetterQueue, keepFromLookups } from './dead-letter-queue.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** The visibility timeout that AWS advises, as a multiple of the function's time-out. */
const ADVISED_VISIBILITY = 6;

export interface QueueConsumerProps extends ServiceFunctionProps {
  /** Seconds until a failed message's next attempt. @default six times the function's time-out, as AWS advises */
  readonly visibilitySeconds?: number | undefined;
  /** Attempts after which a message moves to the dead-letter queue. */
  readonly maxAttempts: number;
  /** What a dead letter means for people. The alarm shows it, with the runbook section named after the function. */
  readonly deadLetterImpact: string;
  /** Concurrent invocations, at least 2. */
  readonly maxConcurrency: number;
}

/** A queue with a dead-letter queue, whose messages a function handles. */
export class QueueConsumer extends Construct {
  readonly consumer: ServiceFunction;
  readonly queue: sqs.Queue;
  readonly deadLetterQueue: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = props;
    const { visibilitySeconds = ADVISED_VISIBILITY * timeoutSeconds } = props;
    this.deadLetterQueue = new DeadLetterQueue(this, 'DeadLetters', {
      impact: props.deadLetterImpact,
      section: basename(props.entry),
    });
    this.queue = new sqs.Queue(this, 'Queue', {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: props.maxAttempts },
    });
    keepFromLookups(this.queue);
    this.consumer = new ServiceFunction(this, 'Consumer', props);
    this.consumer.allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
      [this.queue.queueArn],
    );
    new lambda.EventSourceMapping(this, 'Source', {
      target: this.consumer.invoked,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      reportBatchItemFailures: true,
      maxConcurrency: props.maxConcurrency,
    });
  }
}
