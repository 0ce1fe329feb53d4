import { EventStreamCodec, getChunkedStream } from '@smithy/core/event-streams';
import { ModelApiError } from '../model-failure.ts';

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
  for await (const message of getChunkedStream(body)) yield eventOf(message);
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
