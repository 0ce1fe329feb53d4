import OpenAI from 'openai';
import { environment } from '../platform/environment.ts';
import { llmAccountOfPlatform } from '../platform/secrets.ts';

/** One message of what the model is given. */
export type ModelMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** Something the model may ask for instead of, or after, speaking. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
}

/** A piece of the model's streamed answer. */
export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string };

/** What the model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
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
    async *stream({ messages, tools, temperature, signal }) {
      const stream = await client.chat.completions.create(
        {
          model: account.model,
          messages: [...messages],
          temperature,
          max_tokens: MAX_ANSWER_TOKENS,
          stream: true,
          ...(tools.length > 0 && { tools: tools.map(functionTool) }),
        },
        { signal },
      );
      for await (const chunk of stream) {
        const delta = chunk.choices[0]?.delta;
        if (delta?.content) yield { kind: 'text', text: delta.content };
        for (const call of delta?.tool_calls ?? [])
          if (call.function?.name) yield { kind: 'tool', name: call.function.name };
      }
    },
  };
}

function functionTool({ name, description }: ModelTool): OpenAI.ChatCompletionFunctionTool {
  return {
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties: {} } },
  };
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
