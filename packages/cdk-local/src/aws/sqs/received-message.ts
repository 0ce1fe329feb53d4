import { createHash } from 'node:crypto';
import type { ReceivedMessage } from './queues/queue.ts';

/** The system attributes of a received message, as SQS and Lambda's event sources give them. */
export function systemAttributes(message: ReceivedMessage): Record<string, string> {
  const { receiveCount, sentAt, senderId, firstReceivedAt, groupId, deadLetterSource, traceHeader } = message;
  return {
    ApproximateReceiveCount: String(receiveCount),
    SentTimestamp: String(sentAt),
    SenderId: senderId,
    ApproximateFirstReceiveTimestamp: String(firstReceivedAt ?? sentAt),
    ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
    ...(traceHeader === undefined ? {} : { AWSTraceHeader: traceHeader }),
    ...(deadLetterSource === undefined ? {} : { DeadLetterQueueSourceArn: deadLetterSource }),
  };
}

/** A message in the form of ReceiveMessage, with all its attributes. */
export const toReceiveResult = (message: ReceivedMessage): object => ({
  MessageId: message.id,
  ReceiptHandle: message.receiptHandle,
  Body: message.body,
  MD5OfBody: digestOfBody(message.body),
  Attributes: systemAttributes(message),
  MessageAttributes: message.attributes,
});

/** The MD5 of a message body, which clients verify. */
export const digestOfBody = (body: string): string => createHash('md5').update(body).digest('hex');
