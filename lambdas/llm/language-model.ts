import OpenAI from 'openai';
import type { ModelMessage, ToolCall } from '../domain/conversations/model-message.ts';
import type { Tool } from '../domain/conversations/tools.ts';
import { rejectionOf } from '../runtime/abort-race.ts';
import { boundedFetch } from '../runtime/outbound/bounded-fetch.ts';
import { estimateTokens, type TokenMeter } from './token-meter.ts';
import { ToolCallParts } from './tool-call-parts.ts';

/** A chunk of the model's streamed answer: text, a complete tool call, or a sign of progress of an incomplete one. */
export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly call: ToolCall }
  | { readonly kind: 'tool-part' };

/** A request to a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Pick<Tool, 'name' | 'description' | 'parameters'>[];
  /** Whether the model may call tools this time. */
  readonly mayUseTools: boolean;
  readonly temperature: number;
  readonly signal: AbortSignal;
  /** JSON schema of the answer, if it is to be JSON. @default text */
  readonly answer?: { readonly name: string; readonly schema: Record<string, unknown> };
}

/** A language model that streams its answer. */
export interface LanguageModel {
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
}

/** Longest answer in tokens: about a minute and a half of speech. */
const MAX_ANSWER_TOKENS = 400;
/** The same for an answer in JSON, which is not spoken. */
const MAX_JSON_TOKENS = 4_000;
/** Longest answer in characters, if the model ignores its token limit. */
const MAX_ANSWER_LENGTH = 4_000;
/** The same for an answer in JSON, which is then useless. */
const MAX_JSON_LENGTH = 64_000;
/** Longest stream in bytes: a token takes about 300, and models may reason before they answer. */
const MAX_STREAM_BYTES = 4_000_000;
/** Bytes per piece. The package copies the rest of a piece for each event in it: 64 KB of line breaks take seconds. */
const PIECE_BYTES = 4_096;
/** Milliseconds until a request times out; callers have less time and abort by their signal. */
const LONGEST_MS = 60_000;

/** An account at an OpenAI-compatible API, and the model to ask. */
export interface ModelAccount {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Counts the tokens that are used. @default none are counted: the user pays for the account */
  readonly meter?: TokenMeter | undefined;
}

/** A model at any OpenAI-compatible chat-completions endpoint. The account is awaited when the model is asked. */
export function openAiCompatibleModel(account: () => Promise<ModelAccount>): LanguageModel {
  return {
    async *stream({ messages, tools, mayUseTools, temperature, signal, answer }) {
      const { model, meter, ...access } = await Promise.race([account(), rejectionOf(signal)]);
      const stream = await clientFor(access).chat.completions.create(
        {
          model,
          messages: messages.map(vendorMessage),
          temperature,
          max_tokens: answer ? MAX_JSON_TOKENS : MAX_ANSWER_TOKENS,
          stream: true,
          // Reported in a last chunk without choices: https://platform.openai.com/docs/api-reference/chat/create
          ...(meter && { stream_options: { include_usage: true } }),
          ...(answer && {
            response_format: { type: 'json_schema', json_schema: { ...answer, strict: true } },
          }),
          ...(tools.length > 0 && { tools: tools.map(functionTool) }),
          ...(tools.length > 0 && !mayUseTools && { tool_choice: 'none' }),
        },
        { signal },
      );
      const calls = new ToolCallParts();
      let told: number | undefined;
      let answered = '';
      try {
        for await (const chunk of stream) {
          told = chunk.usage?.total_tokens ?? told;
          const delta = chunk.choices[0]?.delta;
          if (typeof delta?.content === 'string' && delta.content !== '') {
            const most = answer ? MAX_JSON_LENGTH : MAX_ANSWER_LENGTH;
            const text = delta.content.slice(0, most - answered.length);
            answered += text;
            yield { kind: 'text', text };
            if (text !== delta.content) return endOfTooLong(answer);
          }
          for (const part of delta?.tool_calls ?? []) {
            calls.add(part);
            yield { kind: 'tool-part' };
          }
        }
      } finally {
        const rest = () => answered + JSON.stringify(calls.whole);
        meter?.add(tokensOf(told) ?? estimateTokens(messages, rest()));
      }
      for (const call of calls.whole) yield { kind: 'tool', call };
    },
  };
}

/** The number of tokens that the vendor reports, if it is valid. */
const tokensOf = (told: number | undefined) =>
  told !== undefined && Number.isInteger(told) && told > 0 ? told : undefined;

/** Truncated text is still useful; truncated JSON is not. */
function endOfTooLong(answer: ModelRequest['answer']): void {
  if (answer) throw new Error('The answer of the language model is too long.');
}

function clientFor({ apiKey, baseUrl }: Omit<ModelAccount, 'model' | 'meter'>): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // The callee would hear a retry as silence; the conversation asks its fallback instead.
    maxRetries: 0,
    fetch: boundedFetch({ timeoutMs: LONGEST_MS, maxBytes: MAX_STREAM_BYTES, pieceBytes: PIECE_BYTES }),
    // The package would log unparsable data, which contains what was said.
    logLevel: 'off',
  });
}

/**
 * The part of a model's failure that may be logged. The vendor's own words are omitted: some repeat the refused key, or
 * the conversation.
 */
export function describeModelFault(error: unknown): Record<string, unknown> {
  if (error instanceof SyntaxError) return { reason: 'The answer is not JSON.' };
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIConnectionError) return { error };
  return { reason: error.name, status: error.status, code: error.code };
}

function vendorMessage(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if ('toolCalls' in message) {
    const tool_calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: given },
    }));
    return { role: 'assistant', content: message.content, tool_calls };
  }
  return message;
}

function functionTool({ name, description, parameters }: ModelRequest['tools'][number]) {
  return { type: 'function' as const, function: { name, description, parameters: { ...parameters } } };
}
