import { EventStreamCodec } from '@smithy/core/event-streams';
import { ModelApiError } from '../model-failure.ts';

/** Longest message in bytes; AWS permits 16 MB, and an event has one token. */
const MAX_MESSAGE_BYTES = 256_000;
/** Bytes of the shortest message: its lengths and checksums. */
const MIN_MESSAGE_BYTES = 16;
/** Bytes with the length of a message, at its beginning. */
const LENGTH_BYTES = 4;

/** HTTP statuses of exceptions: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html */
const STATUSES: Readonly<Record<string, number>> = {
  validationException: 400,
  modelTimeoutException: 408,
  modelStreamErrorException: 424,
  throttlingException: 429,
  serviceUnavailableException: 503,
};

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const codec = new EventStreamCodec(
  (bytes) => decoder.decode(typeof bytes === 'string' ? encoder.encode(bytes) : bytes),
  (text) => encoder.encode(text),
);

/**
 * Reads a body of the type `application/vnd.amazon.eventstream`, whose messages have checksums:
 * https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html. Throws a ModelApiError for an exception in it, and
 * an Error if the stream is damaged or ends within a message.
 */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let length = LENGTH_BYTES;
  for await (const chunk of body) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < length) continue;
    let rest = Buffer.concat(held);
    for (length = lengthOf(rest); length <= rest.length; length = lengthOf(rest)) {
      yield eventOf(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    held = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) throw new Error('The event stream ended within a message.');
}

/** The length of the message with which these bytes begin; if they do not contain it, the bytes that do. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < LENGTH_BYTES) return LENGTH_BYTES;
  const length = bytes.readUInt32BE();
  if (length >= MIN_MESSAGE_BYTES && length <= MAX_MESSAGE_BYTES) return length;
  throw new Error(`A message of the event stream has ${length} bytes.`);
}

function eventOf(message: Uint8Array): unknown {
  const { headers, body } = codec.decode(message);
  const header = (name: string) => String(headers[name]?.value ?? '');
  const text = decoder.decode(body);
  if (header(':message-type') === 'event') return text === '' ? {} : JSON.parse(text);
  const type = header(':exception-type') || header(':error-code') || 'unknownException';
  const code = type.charAt(0).toUpperCase() + type.slice(1);
  throw new ModelApiError(code, STATUSES[type] ?? 500, text || header(':error-message'));
}
