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

/** A message in the form of ReceiveMessage, with the requested attributes. */
export function toReceiveResult(
  message: ReceivedMessage,
  asked: { readonly system: readonly string[]; readonly own: readonly string[] },
): object {
  const system = pick(systemAttributes(message), asked.system);
  const own = pick(message.attributes, asked.own);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: digestOfBody(message.body),
    ...(Object.keys(system).length > 0 ? { Attributes: system } : {}),
    ...(Object.keys(own).length > 0 ? { MessageAttributes: own } : {}),
  };
}

function pick<T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names.includes('All') || names.includes(name)),
  );
}

/** The MD5 of a message body, which clients verify. */
export const digestOfBody = (body: string): string => createHash('md5').update(body).digest('hex');
