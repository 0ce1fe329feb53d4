import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { GIVEN_UP, SWITCHED_OFF } from '../../lambdas/domain/events/delivery-schedule.ts';
import { MAX_PERMIT_WAITS } from '../../lambdas/domain/events/permit-wait.ts';
import { QUOTA_PASSED } from '../../lambdas/domain/quotas/quota-watch.ts';
import { BOUNDED_HEADS } from '../../lambdas/store/lists/bounds.ts';
import { DAY_USE, openCallsKey } from '../../lambdas/store/table/keys.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { EventConsumer, type EventConsumerProps } from '../constructs/event-consumer.ts';
import { OneTimeSchedules } from '../constructs/one-time-schedules.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';

/** How the events stack is created. */
export interface EventsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The API's public URL, which events contain. */
  readonly apiUrl: string;
}

/** Attempts before a message moves to the dead-letter queue: enough for a table that is throttled for some minutes. */
const MAX_TRIES = 10;

/** Concurrent retries, replays and tests: each takes seconds, and the deliveries that it enqueues have their own bounds. */
const REDELIVERIES_AT_ONCE = 10;

/** Deliveries that one run of a replay restarts; the next part follows half a minute later. */
const DELIVERIES_A_PART = 1000;

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
    publish.countMessage('QuotaSharesPassed', QUOTA_PASSED);
    publish.allow(['events:PutEvents'], [data.bus.eventBusArn]);
    const eventSourceArn = data.store.grantStream(publish);
    const deadLetterQueue = new DeadLetterQueue(this, 'UnpublishedRecords', {
      impact: 'What happened in a call goes no further: nobody is told, and a call may not be dialled.',
      section: 'publish',
    });
    publish.allow(['sqs:SendMessage'], [deadLetterQueue.queueArn]);
    publish.setEnvironment('UNPUBLISHED_RECORDS_URL', deadLetterQueue.queueUrl);
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
      filters: [
        ...['CALL#', 'TURN#', 'DELIVERY_REQUEST#'].map((prefix) => lambda.FilterRule.beginsWith(prefix)),
        // The counters of users, for the alarm.
        lambda.FilterRule.or(openCallsKey('').sk, DAY_USE, ...BOUNDED_HEADS),
      ].map((S) => lambda.FilterCriteria.filter({ dynamodb: { Keys: { sk: { S } } } })),
    });
  }

  #deliverWebhooks(props: EventsStackProps): void {
    const { config, bundles, data, apiUrl } = props;
    const { webhooks } = config;
    const delivering = new QueueConsumer(this, 'Deliveries', {
      config,
      bundles,
      entry: 'webhooks/deliver',
      description: 'Delivers events to webhooks',
      timeout: Duration.seconds(30),
      visibilityTimeout: Duration.seconds(60),
      // Each wait for a permit is a receive.
      maxAttempts: MAX_TRIES + MAX_PERMIT_WAITS,
      maxConcurrency: webhooks.concurrency,
      deadLetterImpact: 'A user’s system was not told of an event, and it will not be tried again by itself.',
      environment: {
        OUTBOUND_ALLOWED_NETWORKS: config.outboundAllowedNetworks.join(','),
        API_URL: apiUrl,
        RETRY_SECONDS: webhooks.retrySeconds.join(','),
        DISABLE_AFTER_SECONDS: String(webhooks.disableAfterHours * 3600),
        DELIVERIES_AT_ONCE_PER_USER: String(webhooks.concurrencyPerUser),
      },
    });
    delivering.consumer.countMessage('DeliveriesGivenUp', GIVEN_UP);
    delivering.consumer.countMessage('WebhooksSwitchedOff', SWITCHED_OFF);
    const schedules = new OneTimeSchedules(this, 'DeliverySchedules', {
      groupName: `phone-call-agents-${config.name}-webhooks`,
      target: delivering,
      variables: 'DELIVERY',
    });
    const { consumer: fanOut } = this.#eventConsumer('FanOut', props, {
      entry: 'webhooks/fan-out',
      description: 'Makes deliveries of events',
      typePrefix: 'event_',
      deadLetterImpact:
        'A user’s system is not told of an event, and its list of deliveries does not have it.',
      maxConcurrency: webhooks.concurrency,
    });
    const redelivering = this.#eventConsumer('Redeliver', props, {
      entry: 'webhooks/redeliver',
      description: 'Makes the deliveries that owners ask for',
      typePrefix: 'delivery_request',
      deadLetterImpact:
        'A retry, replay or test that a user asked for was not made, or words of a deleted call are still kept.',
      // A run begins no more work after 20 seconds.
      timeout: Duration.seconds(60),
      visibilityTimeout: Duration.seconds(90),
      maxConcurrency: REDELIVERIES_AT_ONCE,
      environment: { DELIVERIES_A_PART: String(DELIVERIES_A_PART) },
    });
    const redeliver = redelivering.consumer;
    new OneTimeSchedules(this, 'RedeliverySchedules', {
      groupName: `phone-call-agents-${config.name}-redeliveries`,
      target: redelivering,
      variables: 'REDELIVERY',
    }).grantScheduling(redeliver, { enqueues: false });
    schedules.grantScheduling(delivering.consumer);
    for (const fn of [fanOut, redeliver]) delivering.grantSend(fn, 'DELIVERY_QUEUE_URL');
    data.store.grantTable(delivering.consumer, [
      'GetItem',
      'BatchGetItem',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
    ]);
    data.store.grantTable(fanOut, ['BatchGetItem', 'Query', 'PutItem']);
    data.store.grantTable(redeliver, ['GetItem', 'Query', 'PutItem', 'UpdateItem']);
  }

  #eventConsumer(
    id: string,
    { config, bundles, data }: EventsStackProps,
    props: Pick<EventConsumerProps, 'entry' | 'description' | 'typePrefix' | 'deadLetterImpact'> &
      Partial<Pick<EventConsumerProps, 'timeout' | 'visibilityTimeout' | 'maxConcurrency' | 'environment'>>,
  ): EventConsumer {
    return new EventConsumer(this, id, {
      config,
      bundles,
      bus: data.bus,
      timeout: Duration.seconds(30),
      visibilityTimeout: Duration.seconds(60),
      maxAttempts: MAX_TRIES,
      ...props,
    });
  }
}
