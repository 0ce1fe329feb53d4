import { digestOfBody } from '../aws/sqs/message-digest.ts';
import type { MessageAttributes } from '../aws/sqs/queues/message.ts';
import type { ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import { systemAttributes } from '../aws/sqs/received-message.ts';

/** A message in Lambda's event for a queue's consumer. */
export function toSqsRecord(message: ReceivedMessage, queueArn: string): object {
  return {
    messageId: message.id,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: toEventAttributes(message.attributes),
    md5OfBody: digestOfBody(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3],
  };
}

/** A message for the mapping's filters: the body as an object if it is JSON. */
export function toFilteredMessage(message: ReceivedMessage, queueArn: string): object {
  return { ...toSqsRecord(message, queueArn), body: parseOrText(message.body) };
}

function toEventAttributes(attributes: MessageAttributes): object {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        dataType: DataType,
        stringValue: StringValue,
        binaryValue: BinaryValue,
        stringListValues: [],
        binaryListValues: [],
      },
    ]),
  );
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
