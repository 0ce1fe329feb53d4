import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Runtime } from '../src/runtime.ts';
import { type Example, startExample } from './support/start-example.ts';

let example: Example;
let runtime: Runtime;
let dynamodb: DynamoDBClient;
let sqs: SQSClient;
let events: EventBridgeClient;

beforeAll(async () => {
  example = await startExample({
    limits: {
      lambda: { asynchronousRetryMs: [100, 200] },
      sqs: { inFlight: 3 },
    },
  });
  runtime = example.runtime;
  dynamodb = new DynamoDBClient({ ...example.aws, maxAttempts: 1 });
  sqs = new SQSClient(example.aws);
  events = new EventBridgeClient(example.aws);
});

afterAll(async () => {
  for (const client of [dynamodb, sqs, events]) client.destroy();
  await example.close();
});

const find = (type: string, logicalId: string) =>
  runtime.resources.find((one) => one.type === type && one.logicalId.startsWith(logicalId))?.ref;

const note = (id: string) => ({
  TableName: find('AWS::DynamoDB::Table', 'Table'),
  Item: { id: { S: id }, text: { S: '' } },
});
const put = (id: string) => dynamodb.send(new PutItemCommand(note(id)));
/** The next message of a queue. */
const nextMessage = (logicalId: string) =>
  vi.waitFor(
    async () => {
      const { Messages } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: find('AWS::SQS::Queue', logicalId),
          MessageAttributeNames: ['All'],
        }),
      );
      expect(Messages).toHaveLength(1);
      return Messages?.[0];
    },
    { timeout: 60_000, interval: 200 },
  );

describe('a queue', () => {
  it('delivers no message while as many as permitted are in flight', async () => {
    const QueueUrl = find('AWS::SQS::Queue', 'LostRepeats');
    const receive = async (more: Partial<ReceiveMessageCommandInput> = {}) => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3600, ...more }),
      );
      return Messages;
    };
    const Entries = ['one', 'two', 'three', 'four'].map((MessageBody) => ({ Id: MessageBody, MessageBody }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));

    const inFlight = await receive();
    const [shortPolling] = await Promise.allSettled([receive()]);
    const longPolling = await receive({ WaitTimeSeconds: 1 });
    const waiting = receive({ WaitTimeSeconds: 20 });
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: inFlight[0]?.ReceiptHandle }));

    expect(inFlight.map(({ Body }) => Body)).toEqual(['one', 'two', 'three']);
    expect(shortPolling).toMatchObject({ status: 'rejected', reason: { name: 'OverLimit' } });
    expect(longPolling).toEqual([]);
    expect((await waiting).map(({ Body }) => Body)).toEqual(['four']);
  });
});

describe('a function', () => {
  it('above its reserved concurrency is an internal error of the API', async () => {
    const held = [1, 2].map(() => fetch(`${runtime.url}/held/one`).then(({ status }) => status));

    const refused = await Promise.race(held);
    await put('one');

    expect(refused).toBe(500);
    expect((await Promise.all(held)).sort()).toEqual([200, 500]);
    expect((await fetch(`${runtime.url}/held/one`)).status).toBe(200);
  });

  it.concurrent('that is throttled uses up the receives of its messages', async () => {
    const QueueUrl = find('AWS::SQS::Queue', 'Unread');

    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'nobody reads this' }));
    const lost = await nextMessage('LostUnread');

    expect(lost?.Body).toBe('nobody reads this');
    const log = `${find('AWS::Lambda::Function', 'Stopped')}.log`;
    expect(existsSync(join(example.directory, 'data', 'logs', log))).toBe(false);
  });

  it('that fails for an event is retried twice, and then the event is given up', async () => {
    const Detail = JSON.stringify({ id: 'archived' });
    const Entries = [{ Source: 'notes', DetailType: 'finished', Detail }];

    await events.send(new PutEventsCommand({ Entries }));
    const deadLetter = await nextMessage('Unarchived');
    const { Item } = await dynamodb.send(
      new GetItemCommand({ TableName: note('').TableName, Key: { id: { S: 'archived' } } }),
    );

    expect(Item?.repeats).toEqual({ N: '3' });
    expect(JSON.parse(deadLetter?.Body ?? '')).toMatchObject({ source: 'notes', detail: { id: 'archived' } });
    expect(deadLetter?.MessageAttributes).toMatchObject({
      ErrorCode: { StringValue: '200' },
      ErrorMessage: { StringValue: 'Error: There is no archive' },
    });
  });
});
