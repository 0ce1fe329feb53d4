import { type EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lambdas/domain/events/events.ts';
import { QueueConsumer, type QueueConsumerProps } from './queue-consumer.ts';

/** How an event consumer is created. */
export interface EventConsumerProps extends QueueConsumerProps {
  readonly bus: EventBus;
  /** The prefix of the type (`detail-type`) of its events. */
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
