import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { environment } from './environment.ts';
import type { EventHandling } from './queue.ts';

let client: SQSClient | undefined;

/** Postpones a message of the queue whose URL is in this environment variable. */
export function postponeIn(variable: string): NonNullable<EventHandling['postpone']> {
  return async ({ receiptHandle: ReceiptHandle }, VisibilityTimeout) => {
    client ??= new SQSClient({});
    const QueueUrl = environment(variable);
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  };
}
