import { isDeepStrictEqual } from 'node:util';
import { logger } from '../../platform/logger.ts';
import type { LanguageModel, ModelChunk, ModelRequest } from '../../vendors/llm/language-model.ts';
import { estimateTokens, type ModelUsage } from '../../vendors/llm/model-usage.ts';
import type { Passage } from '../../vendors/model/llm-message.ts';
import { countTokensOfTurn } from '../change-session.ts';
import { requestIn } from '../model/model-input.ts';
import type { Conversation } from '../model/session.ts';
import type { FrameContext } from '../ports.ts';
import type { TurnTimes } from '../turn/turn-times.ts';

interface Basis {
  readonly models: readonly LanguageModel[];
  readonly knowledge: Promise<readonly Passage[]>;
  /** Present if the words are final: the request and its failure are then those of the turn. */
  readonly times?: TurnTimes;
}

/** What an answer to a turn is made from. */
export interface TurnBasis extends Basis {
  readonly times: TurnTimes;
}

/** A request to the model before its words are final and stored: `begin`, then `adopt` or `drop`. Unheard till then. */
export class Speculation {
  readonly #conversation: Conversation;
  readonly #basis: Basis;
  readonly #answer: Promise<HeldAnswer | undefined>;
  #state: 'begun' | 'adopted' | 'read' | 'dropped' = 'begun';

  private constructor(conversation: Conversation, basis: Basis) {
    this.#conversation = conversation;
    this.#basis = basis;
    this.#answer = this.#ask();
  }

  static begin(conversation: Conversation, basis: Basis): Speculation {
    return new Speculation(conversation, basis);
  }

  /** Whether its answer also fits this conversation: what has changed is not part of the model's input. */
  async fits(conversation: Conversation): Promise<boolean> {
    const passages = await this.#basis.knowledge;
    const expectedRequest = firstRequest(this.#conversation, passages);
    return isDeepStrictEqual(firstRequest(conversation, passages), expectedRequest);
  }

  /** The models of the turn. The first one gives the held answer, unless that was dropped. */
  adopt(): readonly LanguageModel[] {
    const { models } = this.#basis;
    const [first, ...others] = models;
    if (this.#state === 'dropped' || !first) return models;
    this.#state = 'adopted';
    return [{ stream: (request) => this.#stream(first, request) }, ...others];
  }

  /** Aborts the request unless its answer was adopted. Returns its tokens, which the turn counts as wasted. */
  async drop(): Promise<number> {
    if (this.#state !== 'begun') return 0;
    this.#state = 'dropped';
    const tokens = (await (await this.#answer)?.drop()) ?? 0;
    if (tokens > 0) {
      logger.info('Speculative answer dropped.', { callId: this.#conversation.session.call_id, tokens });
      this.#basis.times?.restart(tokens);
    }
    return tokens;
  }

  /** Drops it if nothing answers in its place: its tokens count for the user. Returns them. */
  async abandon(context: FrameContext): Promise<number> {
    const tokens = await this.drop();
    if (tokens > 0) await countTokensOfTurn(this.#conversation.session, context);
    return tokens;
  }

  async #ask(): Promise<HeldAnswer | undefined> {
    const { models, knowledge, times } = this.#basis;
    const passages = await knowledge;
    if (this.#state === 'dropped' || !models[0]) return undefined;
    const request = firstRequest(this.#conversation, passages);
    times?.modelAsked(request.messages);
    return new HeldAnswer(models[0], request, () => times?.tokenCame());
  }

  async *#stream(model: LanguageModel, request: ModelRequest): AsyncGenerator<ModelChunk> {
    const held = await this.#answer;
    if (!held || this.#state === 'read') return yield* model.stream(request);
    this.#state = 'read';
    let isEmpty = true;
    try {
      for await (const chunk of held.read(request)) {
        isEmpty = false;
        yield chunk;
      }
    } catch (error) {
      if (!isEmpty || this.#basis.times || request.signal.aborted) throw error;
      yield* model.stream(request);
    }
  }
}

function firstRequest(conversation: Conversation, passages: readonly Passage[]): HeldRequest {
  const { llm_temperature: temperature, llm_reasoning_effort: reasoningEffort } =
    conversation.session.settings;
  return { ...requestIn(conversation, passages), mayUseTools: true, temperature, reasoningEffort };
}

/** A request without what only its reader has. */
type HeldRequest = Omit<ModelRequest, 'signal' | 'onUsage'>;

/** An answer of a model that nobody sees or hears, and whose tool calls do not run, until it is read. */
export class HeldAnswer {
  readonly #request: HeldRequest;
  readonly #stop = new AbortController();
  readonly #chunks: ReadableStream<ModelChunk>;
  #failure: { readonly error: unknown } | undefined;
  #usage: ModelUsage | undefined;
  #onUsage: ModelRequest['onUsage'];

  constructor(model: LanguageModel, request: HeldRequest, onFirst?: () => void) {
    this.#request = request;
    const received = this.#receive(model, onFirst);
    const pull = async (controller: ReadableStreamDefaultController<ModelChunk>) => {
      const { done, value } = await received.next();
      if (done) controller.close();
      else controller.enqueue(value);
    };
    // All of it is pulled, whether anybody reads or not.
    this.#chunks = new ReadableStream({ pull }, { highWaterMark: Number.POSITIVE_INFINITY });
  }

  /** The parts that have arrived, then the rest. Throws what the request has thrown. */
  async *read({ signal, onUsage }: ModelRequest): AsyncGenerator<ModelChunk> {
    const stop = () => this.#stop.abort();
    // Before the first words: after an interruption by the contact, nothing more is read.
    this.#onUsage = onUsage;
    if (this.#usage) onUsage?.(this.#usage);
    signal.addEventListener('abort', stop, { once: true });
    try {
      // If the reader stops, the rest is still pulled, to its usage.
      yield* this.#chunks.values({ preventCancel: true });
      if (this.#failure) throw this.#failure.error;
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  /** Ends the request. Returns its tokens; those of its input, estimated, if it broke off before the model's answer. */
  async drop(): Promise<number> {
    this.#stop.abort();
    for await (const _ of this.#chunks);
    if (this.#usage) return this.#usage.input + this.#usage.output;
    return estimateTokens(JSON.stringify(this.#request.messages));
  }

  /** Ends without an error, so that the parts before a failure can still be read. */
  async *#receive(model: LanguageModel, onFirst = () => {}): AsyncGenerator<ModelChunk> {
    const { signal } = this.#stop;
    const onUsage = (usage: ModelUsage) => {
      this.#usage = usage;
      this.#onUsage?.(usage);
    };
    let isFirst = true;
    try {
      for await (const chunk of model.stream({ ...this.#request, signal, onUsage })) {
        if (isFirst) onFirst();
        isFirst = false;
        yield chunk;
      }
    } catch (error) {
      this.#failure = { error };
    }
  }
}
