import OpenAI from 'openai';
import { rejectionOf } from '../../../platform/abort-race.ts';
import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { LONGEST_MS, MAX_STREAM_BYTES } from '../answer-limits.ts';
import { type AnswerPart, type AskedModel, streamAnswer } from '../answer-stream.ts';
import type { LanguageModel } from '../language-model.ts';
import type { ToolCallPart } from '../tool-call-parts.ts';
import { completionRequest } from './completion-request.ts';
import { readOpenAiRefusal } from './read-refusal.ts';

/** Bytes per piece. The package copies the rest of a piece for each event in it: 64 KB of line breaks take seconds. */
const PIECE_BYTES = 4_096;

/** An account at an OpenAI-compatible API, and the model to ask. */
export interface ModelAccount extends Omit<AskedModel, 'endpoint'> {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** A model at any OpenAI-compatible chat-completions endpoint. The account is awaited when the model is asked. */
export function openAiCompatibleModel(account: () => Promise<ModelAccount>): LanguageModel {
  return {
    async *stream(request) {
      const access = await Promise.race([account(), rejectionOf(request.signal)]);
      const { model, baseUrl, meter } = access;
      const isCounted = Boolean(meter ?? request.onUsage);
      let refused = '';
      const onRefused = (text: string) => {
        refused = text;
      };
      yield* streamAnswer({ ...access, endpoint: baseUrl }, request, {
        prepare: (plan) => completionRequest(request, plan, { model, baseUrl, isCounted }),
        async send({ body }) {
          requireHeaderText(access.apiKey);
          const { completions } = clientFor({ ...access, onRefused }).chat;
          return partsOf(await completions.create(body, { signal: request.signal }));
        },
        readRefusal: (error, sent) => readOpenAiRefusal(error, refused, sent),
      });
    },
  };
}

async function* partsOf(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): AsyncGenerator<AnswerPart> {
  for await (const { usage, choices } of chunks) {
    const { content, tool_calls: calls } = choices[0]?.delta ?? {};
    yield { usage, text: typeof content === 'string' ? content : '', calls: listOf(calls).map(callPartOf) };
  }
}

function callPartOf({ index, id, function: called }: Readonly<Record<string, unknown>>): ToolCallPart {
  const { name, arguments: given } = objectOf(called);
  return {
    index: typeof index === 'number' ? index : undefined,
    id: textOf(id),
    name: textOf(name),
    arguments: isObject(given) ? JSON.stringify(given) : textOf(given),
  };
}

const objectOf = (value: unknown) => (isObject(value) ? value : {});
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Throws if a header cannot hold the key. Node's own error would repeat the key, and errors are logged. */
function requireHeaderText(apiKey: string): void {
  if (/[\0\r\n]/.test(apiKey.trim())) throw new Error('The API key has a line break or a null character.');
}

/** Receives the body of a refusal: the package keeps only OpenAI's own form of it. */
interface RefusalReader {
  readonly onRefused: (body: string) => void;
}

function clientFor({
  apiKey,
  baseUrl,
  onRefused,
}: Pick<ModelAccount, 'apiKey' | 'baseUrl'> & RefusalReader): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // The callee would hear a retry as silence; the conversation asks its fallback instead.
    maxRetries: 0,
    async fetch(url, init) {
      const response = await bounded(url, init);
      if (response.ok) return response;
      const body = await response.text();
      onRefused(body);
      return new Response(body === '' ? null : body, response);
    },
    // The package would log unparsable data, which contains what was said.
    logLevel: 'off',
  });
}

const bounded = boundedFetch({
  timeoutMs: LONGEST_MS,
  maxBytes: MAX_STREAM_BYTES,
  pieceBytes: PIECE_BYTES,
});
