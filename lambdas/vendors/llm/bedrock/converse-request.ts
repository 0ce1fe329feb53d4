import { isObject, tryParseJson } from '../../../platform/parse-json.ts';
import type { ModelMessage, ToolCall } from '../../model/llm-message.ts';
import { MODEL_PARAMETERS, type ReasoningEffort } from '../../model/model-traits.ts';
import { maxTokensOf, promptTokens } from '../answer-limits.ts';
import type { ModelApiRequest } from '../answer-stream.ts';
import type { Plan } from '../ask-as-accepted.ts';
import { fitWindow, messagesLeftOut, tokensOfJson } from '../fit-window.ts';
import { CONNECTED, jsonOnly, WORDS_ONLY, withoutTools } from '../instructions.ts';
import type { ModelRequest } from '../language-model.ts';

/**
 * The body of a request, built by a plan:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html. The API has no
 * `tool_choice` of none and requires the tools while their results are in the messages, so a sentence in the prompt
 * asks for text instead. It has no response formats either, so a sentence contains the schema.
 */
export function converseRequest(model: string, request: ModelRequest, plan: Plan): ModelApiRequest {
  const { omitted } = plan;
  const tools = omitted.has('tools') ? [] : request.tools.map(toolSpec);
  const given = omitted.has('tools') ? withoutTools(request.messages) : request.messages;
  const most = maxTokensOf(request, plan);
  const fitting = fitWindow(given, promptTokens(most, plan) - tokensOfJson(tools));
  const messages = [
    ...fitting,
    ...(tools.length > 0 && !request.mayUseTools ? [WORDS_ONLY] : []),
    ...(request.answer ? [jsonOnly(request.answer)] : []),
  ];
  const converted = converseMessages(messages);
  const points = omitted.has('prompt_cache') ? NO_POINTS : cachePointsOf(model);
  const reasoning = omitted.has('reasoning_effort')
    ? undefined
    : reasoningFields(model, request.reasoningEffort);
  const inference = {
    ...(!omitted.has('max_tokens') && { maxTokens: most }),
    ...(!omitted.has('temperature') && { temperature: request.temperature }),
  };
  const body = {
    ...(converted.system.trim() !== '' && {
      system: [{ text: converted.system }, ...(points.system ? [CACHE_POINT] : [])],
    }),
    messages: points.messages ? withCachePoint(converted.messages) : converted.messages,
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(tools.length > 0 && { toolConfig: { tools } }),
    ...(reasoning && { additionalModelRequestFields: reasoning }),
  };
  const carries: Partial<Record<(typeof MODEL_PARAMETERS)[number], boolean>> = {
    max_tokens: 'maxTokens' in inference,
    temperature: 'temperature' in inference,
    reasoning_effort: reasoning !== undefined,
    tools: tools.length > 0,
    prompt_cache: points.system || points.messages,
  };
  const carried = MODEL_PARAMETERS.filter((name) => carries[name]);
  const leftOut = messagesLeftOut(given, fitting);
  return { body, messages, leftOut, carried, tokens: () => tokensOfJson(body) };
}

const NO_POINTS = { system: false, messages: false };

/** Marks the end of the part that the next turn repeats: all but the last message. */
function withCachePoint(messages: readonly ConverseMessage[]): readonly ConverseMessage[] {
  if (messages.length < 3) return messages;
  return [...withLast(messages.slice(0, -1), [CACHE_POINT]), ...messages.slice(-1)];
}

function toolSpec({ name, description, parameters }: ModelRequest['tools'][number]) {
  return { toolSpec: { name, description: description.trim() || name, inputSchema: { json: parameters } } };
}

/** Claude models without prompt caching: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const UNCACHED_CLAUDE = /claude-(?:v2|instant|3-(?:sonnet|haiku|opus)|3-5-sonnet-20240620)/;

/** Where requests mark the part to cache. Application profiles hide their model, so they get no mark. */
function cachePointsOf(model: string): { readonly system: boolean; readonly messages: boolean } {
  const isClaude = model.includes('anthropic.claude') && !UNCACHED_CLAUDE.test(model);
  return { system: isClaude || model.includes('amazon.nova'), messages: isClaude };
}

const EFFORTS = { none: 'low', minimal: 'low', low: 'low', medium: 'medium', high: 'high' } as const;

/**
 * The fields that set a model's reasoning effort. Claude's are not among them: its reasoning would have to be sent back
 * with each tool result, and callers would wait for it.
 * https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html
 */
function reasoningFields(
  model: string,
  effort: ReasoningEffort | null | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (!effort) return undefined;
  if (model.includes('openai.gpt')) return { reasoning_effort: EFFORTS[effort] };
  const reasons = effort !== 'none' && effort !== 'minimal';
  if (!model.includes('amazon.nova-2') || !reasons) return undefined;
  return { reasoningConfig: { type: 'enabled', maxReasoningEffort: EFFORTS[effort] } };
}

type ContentBlock =
  | { readonly text: string }
  | { readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: object } }
  | {
      readonly toolResult: {
        readonly toolUseId: string;
        readonly content: readonly { readonly text: string }[];
      };
    }
  | { readonly cachePoint: { readonly type: 'default' } };

interface ConverseMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentBlock[];
}

/** Asks for an answer after a message of the agent itself. */
const GO_ON = '[Go on.]';

const CACHE_POINT: ContentBlock = { cachePoint: { type: 'default' } };

/**
 * The system prompt and the messages in the form of the Converse API. There, roles alternate and begin and end with
 * the user, no text is blank, and the results of tools are the user's:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html. Only the leading system messages
 * are its prompt; later ones become part of the user's next message.
 */
export function converseMessages(messages: readonly ModelMessage[]): {
  readonly system: string;
  readonly messages: readonly ConverseMessage[];
} {
  const begin = messages.findIndex(({ role }) => role !== 'system');
  const instructions = begin < 0 ? messages : messages.slice(0, begin);
  const system = instructions.map(({ content }) => content ?? '').join('\n\n');
  const merged: { role: 'user' | 'assistant'; content: ContentBlock[] }[] = [];
  const add = (role: 'user' | 'assistant', blocks: readonly ContentBlock[]) => {
    if (blocks.length === 0) return;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else merged.push({ role, content: [...blocks] });
  };
  for (const message of messages.slice(instructions.length)) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    if (merged.length === 0 && role === 'assistant') add('user', [{ text: CONNECTED }]);
    add(role, blocksOf(message));
  }
  if (merged.at(-1)?.role !== 'user') add('user', [{ text: GO_ON }]);
  return { system, messages: merged };
}

function withLast(
  messages: readonly ConverseMessage[],
  blocks: readonly ContentBlock[],
): readonly ConverseMessage[] {
  const last = messages.at(-1);
  if (!last || blocks.length === 0) return messages;
  return [...messages.slice(0, -1), { ...last, content: [...last.content, ...blocks] }];
}

function blocksOf(message: ModelMessage): ContentBlock[] {
  if (message.role === 'tool') {
    const content = [{ text: textOf(message.content) ?? '(nothing)' }];
    return [{ toolResult: { toolUseId: idOf(message.toolCallId), content } }];
  }
  const text = textOf(message.content);
  const textBlocks = text === undefined ? [] : [{ text }];
  return 'toolCalls' in message ? [...textBlocks, ...message.toolCalls.map(toolUse)] : textBlocks;
}

function toolUse({ id, name, arguments: json }: ToolCall): ContentBlock {
  return { toolUse: { toolUseId: idOf(id), name: name.replaceAll(/[^\w-]/g, '_'), input: objectOf(json) } };
}

const textOf = (text: string | null) => (text?.trim() ? text : undefined);

/** An id that Bedrock accepts: ids of other vendors may contain other characters. */
const idOf = (id: string) => id.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'call';

function objectOf(json: string): object {
  const value = tryParseJson(json);
  return isObject(value) ? value : {};
}
