import { digestOfAttributes, digestOfBody } from './message-digest.ts';
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
  const digest = digestOfAttributes(own);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: digestOfBody(message.body),
    ...(Object.keys(system).length > 0 ? { Attributes: system } : {}),
    ...(digest === undefined ? {} : { MessageAttributes: own, MD5OfMessageAttributes: digest }),
  };
}

function pick<T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  const wanted = (name: string) =>
    names.some(
      (asked) =>
        asked === 'All' ||
        asked === '.*' ||
        asked === name ||
        (asked.endsWith('.*') && name.startsWith(asked.slice(0, -2))),
    );
  return Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name)));
}
