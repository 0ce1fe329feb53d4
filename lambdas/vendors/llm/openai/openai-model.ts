import OpenAI from 'openai';
import { rejectionOf } from '../../../platform/abort-race.ts';
import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts';
import { isObject, parseJson, tryParseJson } from '../../../platform/parse-json.ts';
import { LONGEST_MS, MAX_STREAM_BYTES } from '../answer-limits.ts';
import { type AnswerPart, type AskedModel, streamAnswer } from '../answer-stream.ts';
import type { LanguageModel } from '../language-model.ts';
import type { ToolCallPart } from '../tool-call-parts.ts';
import { completionRequest } from './completion-request.ts';
import { readOpenAiRefusal } from './read-refusal.ts';

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
          const { body: stream } = await completions.create(body, { signal: request.signal }).asResponse();
          if (!stream) throw new Error('The language model answered without a body.');
          return partsOf(stream);
        },
        readRefusal: (error, sent) => readOpenAiRefusal(error, refused, sent),
      });
    },
  };
}

/**
 * The parts of an answer: the JSON of its server-sent events. The package's own reader fails at events without data, and
 * drops the last one if no blank line follows. What follows `[DONE]` is ignored.
 */
async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerPart> {
  // The lines of JSON that has several; a blank one ends it.
  let held: string[] = [];
  let isDone = false;
  for await (const lines of linesOf(body))
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
      if (isDone) break;
      isDone = data.startsWith('[DONE]');
      const whole = data !== '' && held.length === 0 ? tryParseJson(data) : undefined;
      if (isDone) yield { isLast: true };
      else if (whole !== undefined) yield partOf(whole);
      else if (data !== '') held.push(data);
      else if (held.length > 0 && line.trim() === '') {
        yield partOf(parseJson(held.join('')));
        held = [];
      }
    }
}

/** The lines of each piece of a text, and an empty one at its end: a stream may have a million. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = decoder.decode(bytes, { stream: true }).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest, ''];
}

/**
 * A chunk, as https://platform.openai.com/docs/api-reference/chat-streaming describes it. Vendors omit fields or send null:
 * what is missing counts as empty.
 */
function partOf(chunk: unknown): AnswerPart {
  const { error, usage, choices } = objectOf(chunk);
  if (Object.keys(Object(error)).length > 0)
    throw new OpenAI.APIError(undefined, Object(error), '', undefined);
  const choice = listOf(choices).find(({ index }) => !index) ?? {};
  const { content, tool_calls: calls } = objectOf(choice.delta);
  return {
    text: textOf(content),
    calls: listOf(calls).map(callPartOf),
    usage: isObject(usage) && Object.keys(usage).length > 0 ? usage : undefined,
    finishReason: textOf(choice.finish_reason).replace(/^null$/i, ''),
  };
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

const bounded = boundedFetch({ timeoutMs: LONGEST_MS, maxBytes: MAX_STREAM_BYTES });
