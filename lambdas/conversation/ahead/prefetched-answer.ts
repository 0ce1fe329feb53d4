import type { LanguageModel, ModelChunk, ModelRequest } from '../../llm/language-model.ts';
import { estimateTokens, type ModelUsage } from '../../llm/model-usage.ts';

/** Options of a prefetched answer. */
export interface PrefetchOptions {
  /** Whether the model is asked anew if it fails before its first word. @default true */
  readonly asksAgain?: boolean;
  /** Called when the first part of the answer arrives. */
  readonly onFirst?: () => void;
}

/**
 * An answer that is requested before it may be used. Until it is read like the answer of a model, nobody sees or hears
 * it, and none of its tool calls runs. Further requests go to the model itself.
 */
export class PrefetchedAnswer implements LanguageModel {
  readonly #model: LanguageModel;
  readonly #request: Omit<ModelRequest, 'signal'>;
  readonly #options: PrefetchOptions;
  readonly #stop = new AbortController();
  readonly #chunks: ModelChunk[] = [];
  readonly #over: Promise<void>;
  #state: 'begun' | 'complete' | 'failed' = 'begun';
  #fault: unknown;
  /** The usage of the request, once the model reports it. */
  #usage: ModelUsage | undefined;
  #onUsage: ModelRequest['onUsage'];
  #next = Promise.withResolvers<void>();
  #isRead = false;

  constructor(model: LanguageModel, request: Omit<ModelRequest, 'signal'>, options: PrefetchOptions = {}) {
    this.#model = model;
    this.#request = request;
    this.#options = options;
    this.#over = this.#receive();
  }

  /**
   * The answer: first the parts that have already arrived, then the rest. If the request failed before that, see
   * `asksAgain`.
   */
  stream(request: ModelRequest): AsyncIterable<ModelChunk> {
    if (this.#isRead) return this.#model.stream(request);
    this.#isRead = true;
    return this.#read(request);
  }

  /** Ends the request. Returns its tokens, like those of a refused request; estimated if the model reported none. */
  async drop(): Promise<{ readonly tokensIn: number; readonly tokensOut: number }> {
    this.#stop.abort();
    await this.#over;
    if (this.#usage) return { tokensIn: this.#usage.input, tokensOut: this.#usage.output };
    const tokensIn = estimateTokens(JSON.stringify(this.#request.messages));
    const said = this.#chunks.map((chunk) => {
      if (chunk.kind === 'text') return chunk.text;
      return chunk.kind === 'tool' ? JSON.stringify(chunk.call) : '';
    });
    return { tokensIn, tokensOut: estimateTokens(said.join('')) };
  }

  async #receive(): Promise<void> {
    try {
      const onUsage = (usage: ModelUsage) => {
        this.#usage = usage;
        this.#onUsage?.(usage);
      };
      const { signal } = this.#stop;
      for await (const chunk of this.#model.stream({ ...this.#request, signal, onUsage })) {
        if (this.#chunks.length === 0) this.#options.onFirst?.();
        this.#chunks.push(chunk);
        this.#tell();
      }
      this.#state = 'complete';
    } catch (error) {
      this.#state = 'failed';
      this.#fault = error;
    } finally {
      this.#tell();
    }
  }

  #tell(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  async *#read(request: ModelRequest): AsyncGenerator<ModelChunk> {
    const { signal } = request;
    const stop = () => this.#stop.abort();
    // Checked before the first words: after an interruption by the caller, nothing more is read.
    this.#onUsage = request.onUsage;
    if (this.#usage) request.onUsage?.(this.#usage);
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (let index = 0; ; index++) {
        while (index >= this.#chunks.length) {
          if (this.#state === 'complete') return;
          if (this.#state === 'failed') {
            if (index > 0 || signal.aborted || this.#options.asksAgain === false) throw this.#fault;
            return yield* this.#model.stream(request);
          }
          await this.#next.promise;
        }
        const chunk = this.#chunks[index];
        if (chunk) yield chunk;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }
}
