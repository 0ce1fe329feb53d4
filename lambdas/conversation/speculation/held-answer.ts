import type { LanguageModel, ModelChunk, ModelRequest } from '../../llm/language-model.ts';
import { estimateTokens, type ModelUsage } from '../../llm/model-usage.ts';

/** A request without what only its reader has. */
export type HeldRequest = Omit<ModelRequest, 'signal' | 'onUsage'>;

/** An answer of a model that nobody sees or hears, and whose tool calls do not run, until it is read. */
export class HeldAnswer {
  readonly #request: HeldRequest;
  readonly #stop = new AbortController();
  readonly #chunks: ModelChunk[] = [];
  readonly #over: Promise<void>;
  #state: { readonly isOver: boolean; readonly error?: unknown } = { isOver: false };
  #usage: ModelUsage | undefined;
  #onUsage: ModelRequest['onUsage'];
  #next = Promise.withResolvers<void>();

  constructor(model: LanguageModel, request: HeldRequest, onFirst?: () => void) {
    this.#request = request;
    this.#over = this.#receive(model, onFirst);
  }

  /** The parts that have arrived, then the rest. Throws what the request has thrown. */
  async *read({ signal, onUsage }: ModelRequest): AsyncGenerator<ModelChunk> {
    const stop = () => this.#stop.abort();
    // Before the first words: after an interruption by the caller, nothing more is read.
    this.#onUsage = onUsage;
    if (this.#usage) onUsage?.(this.#usage);
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (let index = 0; ; index++) {
        while (index >= this.#chunks.length && !this.#state.isOver) await this.#next.promise;
        const chunk = this.#chunks[index];
        if (!chunk) break;
        yield chunk;
      }
      if ('error' in this.#state) throw this.#state.error;
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  /** Ends the request. Returns its tokens; those of its input, estimated, if it broke off before the model's answer. */
  async drop(): Promise<number> {
    this.#stop.abort();
    await this.#over;
    if (this.#usage) return this.#usage.input + this.#usage.output;
    return estimateTokens(JSON.stringify(this.#request.messages));
  }

  async #receive(model: LanguageModel, onFirst?: () => void): Promise<void> {
    const { signal } = this.#stop;
    const onUsage = (usage: ModelUsage) => {
      this.#usage = usage;
      this.#onUsage?.(usage);
    };
    try {
      for await (const chunk of model.stream({ ...this.#request, signal, onUsage })) {
        if (this.#chunks.push(chunk) === 1) onFirst?.();
        this.#wake();
      }
      this.#state = { isOver: true };
    } catch (error) {
      this.#state = { isOver: true, error };
    } finally {
      this.#wake();
    }
  }

  #wake(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
