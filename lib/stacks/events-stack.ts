import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { MAX_ATTEMPTS } from '../../lambdas/domain/delivery.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { EventConsumer } from '../constructs/event-consumer.ts';
import { parkingQueue } from '../constructs/queue-consumer.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';

/** How the events stack is made. */
export interface EventsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The API's public address, of which events tell. */
  readonly apiUrl: string;
}

/** From the table's stream to the event bus, and from there to the users' webhooks. */
export class EventsStack extends Stack {
  constructor(scope: Construct, id: string, props: EventsStackProps) {
    super(scope, id, props);
    this.#publishStream(props);
    this.#deliverWebhooks(props);
  }

  #publishStream({ config, bundles, data, apiUrl }: EventsStackProps): void {
    const publish = new ServiceFunction(this, 'Publish', {
      config,
      bundles,
      entry: 'events/publish',
      description: 'Publishes what the table’s stream tells',
      timeout: Duration.seconds(30),
      environment: { EVENT_BUS_NAME: data.bus.eventBusName, API_URL: apiUrl },
    });
    publish.allow(['events:PutEvents'], [data.bus.eventBusArn]);
    const eventSourceArn = data.store.grantStream(publish);
    const deadLetterQueue = parkingQueue(this, 'UnpublishedRecords');
    publish.allow(['sqs:SendMessage'], [deadLetterQueue.queueArn]);
    new lambda.EventSourceMapping(this, 'StreamSource', {
      target: publish.function,
      eventSourceArn,
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // With the doubling waits between attempts, about a quarter of an hour.
      retryAttempts: 20,
      onFailure: new SqsDlq(deadLetterQueue),
      filters: ['CALL#', 'TURN#'].map((prefix) =>
        lambda.FilterCriteria.filter({
          dynamodb: { Keys: { sk: { S: lambda.FilterRule.beginsWith(prefix) } } },
        }),
      ),
    });
  }

  #deliverWebhooks({ config, bundles, data }: EventsStackProps): void {
    const { consumer, queue } = new EventConsumer(this, 'Webhooks', {
      config,
      bundles,
      bus: data.bus,
      entry: 'webhooks/deliver',
      description: 'Delivers events to webhooks',
      typePrefix: 'event_',
      timeout: Duration.seconds(30),
      visibilityTimeout: Duration.seconds(60),
      maxAttempts: MAX_ATTEMPTS,
      environment: { OUTBOUND_ALLOWED_NETWORKS: config.outboundAllowedNetworks.join(',') },
    });
    data.store.grantTable(consumer, ['GetItem']);
    consumer.setEnvironment('WEBHOOK_QUEUE_URL', queue.queueUrl);
  }
}
