import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { ALL_EVENTS } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

/**
 * Requests for samples, one of each type of event: 48 deliveries. Four are made at once, so the last one waits for more than
 * a minute.
 */
const REQUESTS = 6;
/** Milliseconds before each answer: half of what a delivery waits for, so that a busy machine does not exceed that. */
const ANSWER_MS = 8_000;
const receiver = new WebhookReceiver();
let service: OwnService;
let sqs: SQSClient;
/** Functions that sent messages. */
const senders = new Set<string | undefined>();

beforeAll(async () => {
  service = await startOwnService(
    { TESTS_PER_MINUTE: '1000' },
    {
      speed: 4,
      onAwsRequest: ({ operation, functionName }) => {
        if (operation.startsWith('SendMessage')) senders.add(functionName);
      },
    },
  );
  sqs = new SQSClient({
    endpoint: service.connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
});

afterAll(async () => {
  sqs.destroy();
  await service.close();
  await receiver.close();
});

/** The deliveries that moved to the dead-letter queue. */
async function deadLetters(): Promise<string | undefined> {
  const queue = service.runtime.resources.find(
    ({ type, logicalId }) => type === 'AWS::SQS::Queue' && /^DeliveriesDeadLetters/.test(logicalId),
  );
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queue?.ref, AttributeNames: ['All'] }),
  );
  return Attributes?.ApproximateNumberOfMessages;
}

it('a slow endpoint receives every event of a burst, although the deliveries wait many times', {
  timeout: 120_000,
}, async () => {
  receiver.afterMs = ANSWER_MS;
  const url = await receiver.listen();
  const webhook = await service.api.created('/v1/webhooks/create', { subscriptions: ALL_EVENTS, url });
  const expected = new Set<string>();
  for (let requests = 0; requests < REQUESTS; requests++) {
    const samples = await service.api.created(`/v1/webhooks/test?id=${webhook.id}`);
    for (const { event_id } of samples) expected.add(event_id);
  }

  await until('every event', () => {
    const received = new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
    return received.size === expected.size || { waitingFor: expected.size - received.size };
  });

  expect(expected.size).toBe(REQUESTS * ALL_EVENTS.length);
  expect(await deadLetters()).toBe('0');
  expect([...senders].filter((name) => name?.includes('Deliveries'))).toEqual([]);
});
