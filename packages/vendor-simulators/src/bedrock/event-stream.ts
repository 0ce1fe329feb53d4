import { crc32 } from 'node:zlib';

/**
 * A message of the type `application/vnd.amazon.eventstream`: lengths, a checksum of them, headers, payload, and a checksum of all.
 * Every header is a text (type 7). https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html
 */
export function eventMessage(headers: Readonly<Record<string, string>>, payload: unknown): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const message = Buffer.alloc(16 + head.length + body.length);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  head.copy(message, 12);
  body.copy(message, 12 + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}

const TEXT = 7;

function header(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  const before = Buffer.from([key.length]);
  const between = Buffer.from([TEXT, text.length >> 8, text.length & 0xff]);
  return Buffer.concat([before, key, between, text]);
}

/** An event of a stream. Bedrock pads its payload (`p`), so that its length does not reveal the token. */
export function event(type: string, payload: object): Buffer {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' };
  return eventMessage(headers, { ...payload, p: 'abcdefghijklmnopqrstuvwxyz'.slice(0, type.length % 26) });
}

/** An exception within a stream. */
export function exception(name: string, message: string): Buffer {
  const type = name.charAt(0).toLowerCase() + name.slice(1);
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return eventMessage(headers, { message });
}
