import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { MessageHandling } from './queue.ts';
import { readVariable, textCodec, type Variable } from './variables/variable.ts';

export interface Queue {
  readonly name: string;
  readonly url: Variable<string>;
}

export const queueAt = (variable: string, name: string): Queue => ({
  name,
  url: { name: variable, codec: textCodec },
});

let client: SQSClient | undefined;

/** Sends a message to a queue, after a delay of up to 15 minutes. */
export async function enqueue(
  { url }: Queue,
  message: object,
  { userId, delaySeconds = 0 }: { readonly userId: string; readonly delaySeconds?: number },
): Promise<void> {
  client ??= new SQSClient({});
  await client.send(
    new SendMessageCommand({
      QueueUrl: readVariable(url),
      MessageBody: JSON.stringify(message),
      // Fair queues: one user's messages do not delay those of others.
      MessageGroupId: userId,
      DelaySeconds: delaySeconds,
    }),
  );
}

const BATCH = 10;

/** Sends a user's messages to a queue. Throws if it refuses one; it may have accepted others. */
export async function enqueueAll({ url }: Queue, messages: readonly object[], userId: string): Promise<void> {
  client ??= new SQSClient({});
  const QueueUrl = readVariable(url);
  for (let start = 0; start < messages.length; start += BATCH) {
    const Entries = messages.slice(start, start + BATCH).map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message),
      MessageGroupId: userId,
    }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`The queue refused messages: ${Failed[0]?.Code}.`);
  }
}

/** Postpones an event of this queue: the queue delivers it again after the given seconds. */
export function postponeIn({ url }: Queue): NonNullable<MessageHandling<unknown>['postpone']> {
  return async ({ receiptHandle: ReceiptHandle }, VisibilityTimeout) => {
    client ??= new SQSClient({});
    const QueueUrl = readVariable(url);
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  };
}
