import { Duration, Validations } from 'aws-cdk-lib';
import { type EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lambdas/domain/events.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** How a consumer of a queue is made. */
export interface QueueConsumerProps extends ServiceFunctionProps {
  readonly timeout: Duration;
  /** How long a failed message waits for its next attempt, unless the function says otherwise. */
  readonly visibilityTimeout: Duration;
  /** Attempts after which a message is parked in the dead-letter queue. */
  readonly maxAttempts: number;
  /** Invocations at the same time, at least 2. @default unlimited */
  readonly maxConcurrency?: number;
  /** Messages an invocation. @default 1 */
  readonly batchSize?: number;
}

/** A queue with a dead-letter queue, handled by a function. */
export class QueueConsumer extends Construct {
  readonly consumer: ServiceFunction;
  readonly queue: sqs.Queue;
  readonly deadLetterQueue: sqs.Queue;

  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    this.deadLetterQueue = parkingQueue(this, 'DeadLetters');
    this.queue = new sqs.Queue(this, 'Queue', {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: props.visibilityTimeout,
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: props.maxAttempts },
    });
    this.consumer = new ServiceFunction(this, 'Consumer', props);
    this.consumer.allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
      [this.queue.queueArn],
    );
    new lambda.EventSourceMapping(this, 'Source', {
      target: this.consumer.function,
      eventSourceArn: this.queue.queueArn,
      batchSize: props.batchSize ?? 1,
      reportBatchItemFailures: true,
      ...(props.maxConcurrency !== undefined && { maxConcurrency: props.maxConcurrency }),
    });
  }
}

/** How a consumer of events is made. */
export interface EventConsumerProps extends QueueConsumerProps {
  readonly bus: EventBus;
  /** Which events: what their type (`detail-type`) begins with. */
  readonly typePrefix: string;
}

/** Events of the bus, in a queue with a dead-letter queue, handled by a function. */
export class EventConsumer extends QueueConsumer {
  constructor(scope: Construct, id: string, props: EventConsumerProps) {
    super(scope, id, props);
    const rule = new Rule(this, 'Rule', {
      eventBus: props.bus,
      description: props.description,
      eventPattern: { source: [EVENT_SOURCE], detailType: Match.prefix(props.typePrefix) },
    });
    rule.addTarget(new SqsQueue(this.queue, { deadLetterQueue: this.deadLetterQueue }));
  }
}

/** A queue in which work is parked that failed for good, for two weeks. */
export function parkingQueue(scope: Construct, id: string): sqs.Queue {
  const queue = new sqs.Queue(scope, id, {
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const reason =
    'This is itself where failures end; the rule knows only the dead-letter queues of other queues as such.';
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason });
  return queue;
}
