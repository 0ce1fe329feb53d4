import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { EventHandling } from './queue.ts';
import type { Queue } from './queues.ts';
import { readVariable } from './variables/variable.ts';

let client: SQSClient | undefined;

/** Postpones an event of this queue: the queue delivers it again after the given seconds. */
export function postponeIn({ url }: Queue): NonNullable<EventHandling['postpone']> {
  return async ({ receiptHandle: ReceiptHandle }, VisibilityTimeout) => {
    client ??= new SQSClient({});
    const QueueUrl = readVariable(url);
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  };
}
