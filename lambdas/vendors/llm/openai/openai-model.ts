import type OpenAI from 'openai';
import { rejectionOf } from '../../../platform/abort-race.ts';
import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts';
import { isObject, parseJson, tryParseJson } from '../../../platform/parse-json.ts';
import type { ModelMessage } from '../../model/llm-message.ts';
import { MODEL_PARAMETERS } from '../../model/model-traits.ts';
import { LONGEST_MS, MAX_STREAM_BYTES, maxTokensOf, promptTokens } from '../answer-limits.ts';
import { type AnswerPart, type MeteredModel, type ModelApiRequest, streamAnswer } from '../answer-stream.ts';
import type { Plan } from '../ask-as-accepted.ts';
import { fitWindow, messagesLeftOut, tokensOfJson } from '../fit-window.ts';
import { inStrictOrder, jsonOnly, WORDS_ONLY, withoutTools } from '../instructions.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { ModelApiError } from '../model-failure.ts';
import type { ToolCallPart } from '../tool-call-parts.ts';
import { readOpenAiRefusal } from './read-refusal.ts';

/** An account at an OpenAI-compatible API, and the model to ask. */
export interface ModelAccount extends Omit<MeteredModel, 'endpoint'> {
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
      yield* streamAnswer({ ...access, endpoint: baseUrl }, request, {
        prepare: (plan) => completionRequest(request, plan, { model, baseUrl, isCounted }),
        async send({ body }) {
          requireHeaderText(access.apiKey);
          const response = await bounded(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
            method: 'POST',
            headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            signal: request.signal,
          });
          if (!response.ok) throw refusalOf(await response.text(), response.status);
          if (!response.body) throw new Error('The language model responded without a body.');
          return partsOf(response.body);
        },
        readRefusal: readOpenAiRefusal,
      });
    },
  };
}

/** The parts of an answer: JSON of server-sent events, up to `[DONE]`. Some omit blank lines or add empty events. */
async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerPart> {
  // The lines so far of JSON that spans several; a blank line ends it.
  let pendingLines: string[] = [];
  let isDone = false;
  for await (const lines of linesOf(body))
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
      if (isDone) break;
      isDone = data.startsWith('[DONE]');
      const whole = data !== '' && pendingLines.length === 0 ? tryParseJson(data) : undefined;
      if (isDone) yield { isLast: true };
      else if (whole !== undefined) yield partOf(whole);
      else if (data !== '') pendingLines.push(data);
      else if (pendingLines.length > 0 && line.trim() === '') {
        yield partOf(parseJson(pendingLines.join('')));
        pendingLines = [];
      }
    }
}

/** The lines of each piece of a text, and an empty one at its end: a stream may have a million. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let partialLine = '';
  for await (const bytes of body) {
    const lines = decoder.decode(bytes, { stream: true }).split('\n');
    lines[0] = partialLine + lines[0];
    partialLine = lines.pop() ?? '';
    yield lines;
  }
  yield [partialLine, ''];
}

/** A chunk. Vendors omit fields or send null; both count as empty. */
function partOf(chunk: unknown): AnswerPart {
  const { error, usage, choices } = objectOf(chunk);
  if (Object.keys(Object(error)).length > 0) throw new ModelApiError(codeOf(error), undefined, '');
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

const refusalOf = (body: string, status: number) =>
  new ModelApiError(codeOf(objectOf(tryParseJson(body)).error), status, body);

const codeOf = (error: unknown) => String(objectOf(error).code ?? 'unknown');

const bounded = boundedFetch({ timeoutMs: LONGEST_MS, maxBytes: MAX_STREAM_BYTES });

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

interface CompletionRequest extends ModelApiRequest {
  readonly body: Body;
}

interface Target {
  readonly model: string;
  readonly baseUrl: string;
  readonly isCounted: boolean;
}

/** The body of a request, built by a plan. Parts that stay the same come first: vendors cache the beginning. */
function completionRequest(request: ModelRequest, plan: Plan, target: Target): CompletionRequest {
  const { temperature, reasoningEffort, answer } = request;
  const { omitted } = plan;
  const maxTokens = maxTokensOf(request, plan);
  const tools = omitted.has('tools') ? [] : request.tools.map(functionTool);
  const mayForbid = tools.length > 0 && !omitted.has('tool_choice');
  const asksForWords = tools.length > 0 && !request.mayUseTools && !mayForbid;
  const given = omitted.has('tools') ? withoutTools(request.messages) : request.messages;
  const left = promptTokens(maxTokens, plan) - tokensOfJson(tools);
  const fitting = fitWindow(given, left);
  const allMessages = [
    ...fitting,
    ...(asksForWords ? [WORDS_ONLY] : []),
    ...(answer && omitted.has('response_format') ? [jsonOnly(answer)] : []),
  ];
  const messages = omitted.has('late_system') ? inStrictOrder(allMessages) : allMessages;
  const optional = {
    ...limited(maxTokens, target, plan),
    ...(!omitted.has('temperature') && { temperature }),
    ...(target.isCounted && !omitted.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(reasoningEffort && !omitted.has('reasoning_effort') && { reasoning_effort: reasoningEffort }),
    ...(answer && !omitted.has('response_format') && { response_format: jsonFormat(answer) }),
    ...(tools.length > 0 && { tools }),
    ...(mayForbid && !request.mayUseTools && { tool_choice: 'none' as const }),
  };
  const body = {
    model: target.model,
    messages: messages.map((message) => vendorMessage(message, target)),
    stream: true,
    ...optional,
  } as const;
  const hasLateSystem = messages.some(({ role }, index) => role === 'system' && index > 0);
  const carried = MODEL_PARAMETERS.filter((name) =>
    name === 'late_system' ? hasLateSystem : name in optional,
  );
  const leftOut = messagesLeftOut(given, fitting);
  return { body, messages, leftOut, carried, tokens: () => tokensOfJson(body) };
}

/** The limit of the answer: OpenAI's reasoning models refuse `max_tokens`, the only one that others support. */
function limited(maxTokens: number, { baseUrl }: Target, { omitted }: Plan): Partial<Body> {
  const names = ['max_tokens', 'max_completion_tokens'] as const;
  const inOrder = new URL(baseUrl).hostname === 'api.openai.com' ? names.toReversed() : names;
  const name = inOrder.find((each) => !omitted.has(each));
  return name ? { [name]: maxTokens } : {};
}

const jsonFormat = (answer: NonNullable<ModelRequest['answer']>) => ({
  type: 'json_schema' as const,
  json_schema: { ...answer, strict: true },
});

/** Gemini refuses earlier tool calls without a signature of its reasoning, or this placeholder. */
const UNSIGNED = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

function vendorMessage(message: ModelMessage, { model }: Target): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if ('toolCalls' in message) {
    const tool_calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: given },
      ...(/^gemini/i.test(model) && UNSIGNED),
    }));
    return { role: 'assistant', content: message.content, tool_calls };
  }
  return message;
}

function functionTool({ name, description, parameters }: ModelRequest['tools'][number]) {
  return { type: 'function' as const, function: { name, description, parameters: { ...parameters } } };
}
