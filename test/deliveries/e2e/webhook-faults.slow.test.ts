import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  // Three attempts: the second after a second, the third after an hour by a schedule.
  service = await startOwnService({ RETRY_SECONDS: '1,3600' });
});

afterAll(() => service.close());

const operator = () => ({
  endpoint: service.connection.aws_endpoint_url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: service.connection.operator_key },
});

/** A webhook of the receiver, and a sample that is being delivered to it. */
async function sampleTo(receiver: WebhookReceiver) {
  const url = await receiver.listen();
  const webhook = await service.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
  const [sample] = await service.api.created(`/v1/webhooks/test?id=${webhook.id}`);
  return { webhook, sample };
}

const deliveryWhen = (id: string, isWanted: (delivery: Answer['body']) => boolean) =>
  until('the delivery', async () => {
    const { body } = await service.api.get(`/v1/webhooks/deliveries?id=${id}`);
    return body.attempts && isWanted(body) ? body : { waitingFor: body };
  });

it('a wait is a one-time schedule, and a manual retry does not wait for it', async () => {
  const receiver = new WebhookReceiver();
  receiver.status = 500;
  const { sample } = await sampleTo(receiver);

  const waiting = await deliveryWhen(sample.id, ({ attempts }) => attempts.length === 2);
  const dueSecond = Math.ceil(Date.parse(waiting.next_attempt_at) / 1000);
  const scheduler = new SchedulerClient(operator());
  const schedule = await until('the schedule', () =>
    scheduler
      .send(
        new GetScheduleCommand({
          Name: `${sample.id}-3-${dueSecond}`,
          GroupName: 'phone-call-agents-production-webhooks',
        }),
      )
      .catch((error) => ({ waitingFor: String(error) })),
  );
  receiver.status = 200;
  await service.api.created(`/v1/webhooks/deliveries/retry?id=${sample.id}`);
  const delivered = await deliveryWhen(sample.id, ({ status }) => status === 'delivered');
  scheduler.destroy();
  await receiver.close();

  const waitMs = Date.parse(waiting.next_attempt_at) - Date.parse(waiting.attempts[1].at);
  expect(schedule.ScheduleExpression).toBe(`at(${new Date(dueSecond * 1000).toISOString().slice(0, 19)})`);
  expect(waitMs).toBeGreaterThan(0.79 * 3_600_000);
  expect(waitMs).toBeLessThan(1.21 * 3_600_000);
  expect(delivered.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 500, 200]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('a stream record that cannot be read moves to the dead-letter queue, and the other records are published', async () => {
  const receiver = new WebhookReceiver();
  const table = service.runtime.resources.find(({ type }) => type === 'AWS::DynamoDB::Table');
  const deadLetterQueue = service.runtime.resources.find(({ logicalId }) =>
    logicalId.startsWith('UnpublishedRecords'),
  );
  const dynamodb = new DynamoDBClient(operator());
  const sqs = new SQSClient(operator());
  const sk = `CALL#${randomUUID()}`;

  await dynamodb.send(
    new PutItemCommand({
      TableName: table?.ref,
      Item: { pk: { S: `USER#${randomUUID()}` }, sk: { S: sk }, id: { N: '1' } },
    }),
  );
  const { sample } = await sampleTo(receiver);
  const { status } = await deliveryWhen(sample.id, (delivery) => delivery.status !== 'pending');
  const deadLetter = await until('the dead letter', async () => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: deadLetterQueue?.ref }));
    return Messages[0] ?? { waitingFor: 'a message' };
  });
  dynamodb.destroy();
  sqs.destroy();
  await receiver.close();

  expect(status).toBe('delivered');
  expect(JSON.parse(deadLetter.Body ?? '')).toMatchObject({ Keys: { sk: { S: sk } } });
});
