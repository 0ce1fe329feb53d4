import { randomBytes } from 'node:crypto';
import type { CompletionRequest } from './completion-request.ts';
import type { Decision } from './script-book.ts';

export type FinishReason = 'stop' | 'tool_calls';

/** Writes the chat-completions shapes of one answer. */
export class AnswerShapes {
  readonly #id = `chatcmpl-${randomBytes(12).toString('hex')}`;
  readonly #callId = `call_${randomBytes(12).toString('hex')}`;
  readonly #created = Math.floor(Date.now() / 1000);
  readonly #request: CompletionRequest;
  readonly #cached: number;

  /** `cached`: the words of the prompt that come from the cache. */
  constructor(request: CompletionRequest, cached = 0) {
    this.#request = request;
    this.#cached = cached;
  }

  chunk(delta: Readonly<Record<string, unknown>>, finishReason: FinishReason | null = null): unknown {
    const usage = this.#isUsageAsked ? { usage: null } : {};
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
    return { ...this.#head('chat.completion.chunk'), choices, ...usage };
  }

  usageChunk(tokens: number): unknown {
    if (!this.#isUsageAsked) return undefined;
    return { ...this.#head('chat.completion.chunk'), choices: [], usage: this.#usage(tokens) };
  }

  /** The deltas of a tool call: its name first, then its arguments in two parts. */
  toolCallDeltas({ name, arguments: args }: NonNullable<Decision['toolCall']>): Record<string, unknown>[] {
    const half = Math.ceil(args.length / 2);
    const first = { index: 0, id: this.#callId, type: 'function', function: { name, arguments: '' } };
    const rest = [args.slice(0, half), args.slice(half)].filter((part) => part !== '');
    return [first, ...rest.map((part) => ({ index: 0, function: { arguments: part } }))].map((call) => ({
      tool_calls: [call],
    }));
  }

  /** The whole answer of a request that does not stream. */
  completion({ text, toolCall }: Pick<Decision, 'text' | 'toolCall'>, tokens: number): unknown {
    const message = {
      role: 'assistant',
      content: text === '' ? null : text,
      refusal: null,
      ...(toolCall ? { tool_calls: [{ id: this.#callId, type: 'function', function: toolCall }] } : {}),
    };
    const choice = { index: 0, message, logprobs: null, finish_reason: toolCall ? 'tool_calls' : 'stop' };
    return { ...this.#head('chat.completion'), choices: [choice], usage: this.#usage(tokens) };
  }

  get #isUsageAsked(): boolean {
    return this.#request.stream_options?.include_usage === true;
  }

  #head(object: string) {
    return { id: this.#id, object, created: this.#created, model: this.#request.model };
  }

  #usage(completion: number) {
    const words = this.#request.messages.flatMap(({ content }) => content.split(/\s+/).filter(Boolean));
    return {
      prompt_tokens: words.length,
      completion_tokens: completion,
      total_tokens: words.length + completion,
      prompt_tokens_details: { cached_tokens: Math.min(this.#cached, words.length) },
    };
  }
}
