import { EventStreamCodec } from '@smithy/core/event-streams';
import { BedrockError } from './bedrock-error.ts';

export interface StreamEvent {
  readonly type: string;
  readonly body: unknown;
}

/** Longest message in bytes; AWS permits 16 MB, and an event has one token. */
const MAX_MESSAGE_BYTES = 256_000;
/** Bytes of the shortest message: its lengths and checksums. */
const MIN_MESSAGE_BYTES = 16;

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
 * https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html. Throws a BedrockError for an exception in it, and
 * an Error if the stream is damaged or ends within a message.
 */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const frames = new Frames();
  for await (const chunk of body) for (const message of frames.push(chunk)) yield eventOf(message);
  if (frames.isWithinMessage) throw new Error('The event stream ended within a message.');
}

/** Cuts a stream of bytes into messages. Each begins with its length. */
class Frames {
  #held: Uint8Array[] = [];
  #bytes = 0;

  get isWithinMessage(): boolean {
    return this.#bytes > 0;
  }

  /** Adds bytes. Returns the messages that are complete. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    for (let length = this.#length(); length !== undefined; length = this.#length()) yield this.#take(length);
  }

  /** The length of the first message, once all of its bytes have arrived. */
  #length(): number | undefined {
    if (this.#bytes < 4) return undefined;
    if ((this.#held[0]?.length ?? 0) < 4) this.#held = [Buffer.concat(this.#held)];
    const first = this.#held[0] ?? new Uint8Array(4);
    const length = new DataView(first.buffer, first.byteOffset, first.byteLength).getUint32(0);
    if (length < MIN_MESSAGE_BYTES || length > MAX_MESSAGE_BYTES)
      throw new Error(`A message of the event stream has ${length} bytes.`);
    return length <= this.#bytes ? length : undefined;
  }

  #take(length: number): Uint8Array {
    const all = this.#held.length === 1 ? this.#held[0] : Buffer.concat(this.#held);
    if (!all) throw new Error('The event stream has no bytes.');
    const rest = all.subarray(length);
    this.#held = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
    return all.subarray(0, length);
  }
}

function eventOf(message: Uint8Array): StreamEvent {
  const { headers, body } = codec.decode(message);
  const header = (name: string) => String(headers[name]?.value ?? '');
  const text = decoder.decode(body);
  if (header(':message-type') === 'event')
    return { type: header(':event-type'), body: text === '' ? {} : JSON.parse(text) };
  const type = header(':exception-type') || header(':error-code') || 'unknownException';
  const code = type.charAt(0).toUpperCase() + type.slice(1);
  throw new BedrockError(code, STATUSES[type] ?? 500, text || header(':error-message'));
}
