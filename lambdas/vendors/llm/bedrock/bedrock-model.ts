import { EventStreamCodec, getChunkedStream } from '@smithy/core/event-streams';
import * as z from 'zod/mini';
import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts';
import type { ModelParameter } from '../../model/model-traits.ts';
import { signPost } from '../../sign-post.ts';
import { LONGEST_MS, MAX_STREAM_BYTES } from '../answer-limits.ts';
import { type AnswerPart, type MeteredModel, streamAnswer } from '../answer-stream.ts';
import type { Refusal } from '../ask-as-accepted.ts';
import type { LanguageModel } from '../language-model.ts';
import { ModelApiError } from '../model-failure.ts';
import type { ReportedUsage } from '../model-usage.ts';
import { converseRequest } from './converse-request.ts';

/** A model of Amazon Bedrock that the function's role may invoke, by its id, an inference profile's id, or an ARN. */
export interface BedrockAccess extends MeteredModel {
  readonly region: string;
}

const count = () => z.optional(z.number());
const part = z.lazy(() =>
  z.object({
    contentBlockIndex: count(),
    start: z.optional(
      z.object({ toolUse: z.optional(z.object({ toolUseId: z.string(), name: z.string() })) }),
    ),
    delta: z.optional(
      z.object({
        text: z.optional(z.string()),
        toolUse: z.optional(z.object({ input: z.optional(z.string()) })),
      }),
    ),
    stopReason: z.optional(z.string()),
    usage: z.optional(
      z.object({
        inputTokens: count(),
        outputTokens: count(),
        cacheReadInputTokens: count(),
        cacheWriteInputTokens: count(),
      }),
    ),
  }),
);

/** A model of Amazon Bedrock (ConverseStream), with authentication by IAM. */
export function bedrockModel({ region, ...access }: BedrockAccess): LanguageModel {
  const { endpoint, model } = access;
  return {
    stream: (request) =>
      streamAnswer(access, request, {
        prepare: (plan) => converseRequest(model, request, plan),
        async send({ body: sent }) {
          const address = new URL(`${endpoint}/model/${encodeURIComponent(model)}/converse-stream`);
          const body = JSON.stringify(sent);
          const headers = await signPost(address, { service: 'bedrock', region, body, accept: EVENT_STREAM });
          const response = await bounded(address, { method: 'POST', headers, body, signal: request.signal });
          if (!response.ok) throw await refusalOf(response);
          if (!response.body) throw new Error('Amazon Bedrock responded without a body.');
          return partsOf(response.body);
        },
        readRefusal,
      }),
  };
}

async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerPart> {
  for await (const event of readEventStream(body)) {
    const { start, delta, usage, stopReason: finishReason, contentBlockIndex: index = 0 } = part.parse(event);
    const { toolUseId: id, name } = start?.toolUse ?? {};
    const input = delta?.toolUse?.input;
    const isCall = name !== undefined || input !== undefined;
    const calls = isCall ? [{ index, id, name, arguments: input }] : [];
    yield { text: delta?.text, calls, usage: usage && chatUsage(usage), finishReason };
  }
}

/** The usage in the form of chat completions. Bedrock counts cached tokens separately. */
function chatUsage(usage: NonNullable<z.infer<typeof part>['usage']>): ReportedUsage {
  const { inputTokens = 0, outputTokens = 0, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
  const input = inputTokens + cacheReadInputTokens + cacheWriteInputTokens;
  return {
    prompt_tokens: input,
    total_tokens: input + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadInputTokens },
  };
}

const EVENT_STREAM = 'application/vnd.amazon.eventstream';

const bounded = boundedFetch({ timeoutMs: LONGEST_MS, maxBytes: MAX_STREAM_BYTES });

const refusal = z.lazy(() => z.object({ message: z.optional(z.string()) }));

/** The name of an exception, from a header in which a URL may follow it. */
async function refusalOf(response: Response): Promise<ModelApiError> {
  const [code = ''] = (response.headers.get('x-amzn-errortype') ?? '').split(/[:#]/);
  const body: unknown = await response.json().catch(() => undefined);
  return new ModelApiError(
    code || 'UnknownException',
    response.status,
    refusal.safeParse(body).data?.message ?? '',
  );
}

const MAX_READ = 4_000;

/** Phrases with which models report that a request is longer than their window, and sometimes the window's length. */
const TOO_LONG =
  /input is too long|prompt is too long(?:: \d+ tokens > (\d{3,8}))?|too many input tokens|exceeds? the (?:maximum|model's) (?:context|number of tokens)/i;

/** The refusal of a model without prompt caching: it denies access, and only the message shows the cause. */
const NO_CACHE = /prompt caching|cachePoint|cache_control/i;

/** The names of parameters in refusals. A model's own errors use the names of its own API. */
const NAMES: readonly (readonly [RegExp, ModelParameter])[] = [
  [NO_CACHE, 'prompt_cache'],
  [/(?:doesn't|does not) support (?:tool use|the toolConfig)/i, 'tools'],
  [/temperature/i, 'temperature'],
  [/reasoning|thinking/i, 'reasoning_effort'],
  [/max_?tokens|maximum tokens/i, 'max_tokens'],
];

/** Reads why Amazon Bedrock refused a request. Returns undefined for any other failure, such as a throttle. */
export function readRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof ModelApiError)) return undefined;
  const words = error.words.slice(0, MAX_READ);
  if (error.code === 'AccessDeniedException')
    return NO_CACHE.test(words) ? { reason: 'parameter', parameter: 'prompt_cache' } : undefined;
  if (error.code !== 'ValidationException') return undefined;
  const tooLong = TOO_LONG.exec(words);
  if (tooLong) return { reason: 'too_long', window: Number(tooLong[1]) || undefined };
  return { reason: 'parameter', parameter: NAMES.find(([name]) => name.test(words))?.[1] };
}

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
 * https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html. Throws a ModelApiError for an exception
 * in it, and an Error if the stream is corrupt or ends mid-message.
 */
async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
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
