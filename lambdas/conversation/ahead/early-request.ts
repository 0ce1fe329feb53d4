import { isDeepStrictEqual } from 'node:util';
import type { LanguageModel } from '../../llm/language-model.ts';
import type { TokenMeter } from '../../llm/token-meter.ts';
import { logger } from '../../runtime/logger.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import type { FrameContext } from '../frame-context.ts';
import { firstRequest, type Prepared } from './ask-ahead.ts';
import { PrefetchedAnswer } from './prefetched-answer.ts';

/**
 * The first request of a turn, which is sent while the caller's words are being stored. Its answer waits: nothing of
 * it is heard or stored, and no tool runs, before `use`. It is sent at most once, and `drop` aborts it. See decision
 * 0080.
 */
export class EarlyRequest {
  readonly #likely: Conversation;
  readonly #prepared: Prepared;
  readonly #meter: TokenMeter;
  readonly #answer: Promise<PrefetchedAnswer | undefined>;
  #use: 'open' | 'used' | 'dropped' = 'open';
  #dropped: Promise<number> | undefined;

  /** Requests an answer to the conversation as it will be after the words are stored. */
  constructor(likely: Conversation, prepared: Prepared, { meter }: Pick<FrameContext, 'meter'>) {
    this.#likely = likely;
    this.#prepared = prepared;
    this.#meter = meter;
    this.#answer = this.#ask();
  }

  /**
   * Whether its answer also fits this conversation: the changes since the request, such as words that were reported as
   * played, are not part of the model's input.
   */
  async isFor(stored: Conversation): Promise<boolean> {
    const passages = await this.#prepared.knowledge;
    return isDeepStrictEqual(firstRequest(stored, passages), firstRequest(this.#likely, passages));
  }

  /** The answer to use now that the words are stored, without what was dropped. */
  use(): Prepared {
    if (this.#use === 'dropped') return this.#prepared;
    this.#use = 'used';
    const [first, ...others] = this.#prepared.models;
    return first ? { ...this.#prepared, models: [this.#prefetched(first), ...others] } : this.#prepared;
  }

  /**
   * Aborts the request and drops its answer, unless the answer is used: the words were refused, or need no answer of a
   * model. Returns its tokens, estimated; 0 if the model was not asked. The turn counts them as wasted.
   */
  async drop(): Promise<number> {
    if (this.#use === 'used') return 0;
    this.#use = 'dropped';
    this.#dropped ??= this.#breakOff();
    return this.#dropped;
  }

  async #ask(): Promise<PrefetchedAnswer | undefined> {
    const { models, knowledge, times } = this.#prepared;
    const passages = await knowledge;
    if (this.#use === 'dropped' || !models[0]) return undefined;
    const request = firstRequest(this.#likely, passages);
    times.modelAsked(request.messages);
    // A failure of the request counts as that of the turn: the fallback answers, and not the same model again.
    return new PrefetchedAnswer(models[0], request, { asksAgain: false, onFirst: () => times.tokenCame() });
  }

  #prefetched(model: LanguageModel): LanguageModel {
    const answer = this.#answer;
    return {
      async *stream(request) {
        yield* ((await answer) ?? model).stream(request);
      },
    };
  }

  async #breakOff(): Promise<number> {
    const dropped = await (await this.#answer)?.drop();
    if (!dropped) return 0;
    this.#meter.drop(dropped);
    const { call_id: callId } = this.#likely.session;
    logger.info('An answer was dropped: the words that it answers were not stored.', { callId, ...dropped });
    const tokens = dropped.tokensIn + dropped.tokensOut;
    this.#prepared.times.restart(tokens);
    return tokens;
  }
}
