import OpenAI from 'openai';
import type { ModelMessage, ToolCall } from '../domain/model-input.ts';
import type { Tool } from '../domain/tools.ts';
import { environment } from '../platform/environment.ts';
import { llmAccountOfPlatform } from '../platform/secrets.ts';

/** A piece of the model's streamed answer: text as it comes, each tool call when it is whole, and a sign of life while it is not. */
export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly call: ToolCall }
  | { readonly kind: 'tool-part' };

/** What the model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Pick<Tool, 'name' | 'description' | 'parameters'>[];
  /** Whether the model may ask for tools this time. */
  readonly mayUseTools: boolean;
  readonly temperature: number;
  readonly signal: AbortSignal;
}

/** A language model that streams its answer. */
export interface LanguageModel {
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
}

/** Longest answer, in tokens: about a minute and a half of speech. */
const MAX_ANSWER_TOKENS = 400;

/** A model behind any OpenAI-compatible chat-completions endpoint. */
export function openAiCompatibleModel(account: {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
}): LanguageModel {
  // A retry would be heard as silence; the conversation has its own way on.
  const client = new OpenAI({ apiKey: account.apiKey, baseURL: account.baseUrl, maxRetries: 0 });
  return {
    async *stream({ messages, tools, mayUseTools, temperature, signal }) {
      const stream = await client.chat.completions.create(
        {
          model: account.model,
          messages: messages.map(vendorMessage),
          temperature,
          max_tokens: MAX_ANSWER_TOKENS,
          stream: true,
          ...(tools.length > 0 && { tools: tools.map(functionTool) }),
          ...(tools.length > 0 && !mayUseTools && { tool_choice: 'none' }),
        },
        { signal },
      );
      const calls = new ToolCalls();
      for await (const chunk of stream) {
        const delta = chunk.choices[0]?.delta;
        if (delta?.content) yield { kind: 'text', text: delta.content };
        for (const part of delta?.tool_calls ?? []) {
          calls.add(part);
          yield { kind: 'tool-part' };
        }
      }
      for (const call of calls.whole) yield { kind: 'tool', call };
    },
  };
}

/** Puts tool calls together, which come in pieces: the name first, then the arguments bit by bit. */
class ToolCalls {
  readonly #calls = new Map<number, ToolCall>();

  add({ index, id, function: part }: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall): void {
    const call = this.#calls.get(index);
    this.#calls.set(index, {
      id: call?.id || id || `call_${index}`,
      name: (call?.name ?? '') + (part?.name ?? ''),
      arguments: (call?.arguments ?? '') + (part?.arguments ?? ''),
    });
  }

  get whole(): readonly ToolCall[] {
    return [...this.#calls.values()];
  }
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

/** The model with the platform's own account. */
export async function platformLanguageModel(): Promise<LanguageModel> {
  const { api_key } = await llmAccountOfPlatform();
  return openAiCompatibleModel({
    apiKey: api_key,
    baseUrl: environment('LLM_BASE_URL'),
    model: environment('LLM_MODEL'),
  });
}
