import { createHash } from 'node:crypto';
import type { MessageAttributes } from './queues/message.ts';

/** The MD5 of a message body, which clients verify. */
export function digestOfBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
}

/** The MD5 of message attributes: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
export function digestOfAttributes(attributes: MessageAttributes): string | undefined {
  const entries = Object.entries(attributes).sort(([left], [right]) => (left < right ? -1 : 1));
  if (entries.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, { DataType, StringValue, BinaryValue }] of entries) {
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    hash.update(Buffer.from([StringValue === undefined ? 2 : 1]));
    add(StringValue === undefined ? Buffer.from(BinaryValue ?? '', 'base64') : Buffer.from(StringValue));
  }
  return hash.digest('hex');
}
