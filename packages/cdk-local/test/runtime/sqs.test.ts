import {
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import { queue, queueArn } from '../support/resources.ts';
import { serveResources } from '../support/serve-resources.ts';

describe('SQS through its SDK', () => {
  const resources = [
    queue('work', {
      VisibilityTimeout: 1,
      RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 1 },
    }),
    queue('dead'),
    queue('plain'),
    queue('late'),
    queue('many'),
    queue('traced'),
  ];
  const { url: aws, as } = serveResources(resources);
  let client: SQSClient;
  beforeAll(() => {
    client = new SQSClient(as());
  });

  const url = (name: string) => `${aws()}/111122223333/${name}`;
  const send = (name: string, MessageBody: string, more: object = {}) =>
    client.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, ...more }));
  const receive = async (name: string, more: object = {}) => {
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl: url(name), ...more }));
    return Messages;
  };

  it('hides a received message', async () => {
    const sent = await send('plain', 'grüße', { MessageGroupId: 'a' });

    const [message] = await receive('plain');
    const again = await receive('plain');

    expect(message).toMatchObject({ MessageId: sent.MessageId, Body: 'grüße' });
    expect(message!.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      MessageGroupId: 'a',
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
    });
    expect(again).toEqual([]);
  });

  it('shows a message again after the visibility timeout, and finally in the dead-letter queue', async () => {
    await send('work', 'hard');

    const [first] = await receive('work');
    const waited = await receive('work', { WaitTimeSeconds: 5 });
    const [dead] = await receive('dead', { WaitTimeSeconds: 5 });

    expect(first?.Body).toBe('hard');
    expect(waited).toEqual([]);
    expect(dead).toMatchObject({ Body: 'hard', MessageId: first?.MessageId });
    expect(dead?.Attributes).toMatchObject({ DeadLetterQueueSourceArn: queueArn('work') });
  });

  it('delays a message, and wakes a waiting receiver', async () => {
    await send('late', 'later', { DelaySeconds: 3 });

    const early = await receive('late');
    const waiting = await receive('late', { WaitTimeSeconds: 10 });

    expect(early).toEqual([]);
    expect(waiting.map(({ Body }) => Body)).toEqual(['later']);
  });

  it('sends and receives in batches', async () => {
    const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: `body ${Id}` }));

    const sent = await client.send(new SendMessageBatchCommand({ QueueUrl: url('many'), Entries }));
    const messages = await receive('many', { MaxNumberOfMessages: 2 });
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['a', 'b', 'c']);
    expect(messages.map(({ Body }) => Body)).toEqual(['body a', 'body b']);
  });

  it('keeps the trace header of a sender', async () => {
    client.middlewareStack.add(
      (next) => (args) => {
        Object.assign((args.request as { headers: object }).headers, { 'X-Amzn-Trace-Id': 'Root=1-header' });
        return next(args);
      },
      { step: 'build', name: 'trace', priority: 'low' },
    );

    await send('traced', 'by header');
    client.middlewareStack.remove('trace');
    await send('traced', 'by nobody');
    const messages = await receive('traced', { MaxNumberOfMessages: 10 });

    expect(messages.map(({ Body, Attributes }) => [Body, Attributes?.AWSTraceHeader])).toEqual([
      ['by header', 'Root=1-header'],
      ['by nobody', undefined],
    ]);
  });
});
