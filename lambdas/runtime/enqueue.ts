import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { MessageHandling } from './queue.ts';
import type { Queue } from './queues.ts';
import { readVariable } from './variables/variable.ts';

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

/** Postpones an event of this queue: the queue delivers it again after the given seconds. */
export function postponeIn({ url }: Queue): NonNullable<MessageHandling<unknown>['postpone']> {
  return async ({ receiptHandle: ReceiptHandle }, VisibilityTimeout) => {
    client ??= new SQSClient({});
    const QueueUrl = readVariable(url);
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  };
}
