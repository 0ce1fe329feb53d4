import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Listening } from '../../agents/model/end-of-turn.ts';
import { logger } from '../../platform/logger.ts';
import type { LanguageModel, ModelChunk, ModelRequest } from '../../vendors/llm/language-model.ts';
import { estimateTokens, type ModelUsage } from '../../vendors/llm/model-usage.ts';
import type { Passage } from '../../vendors/model/llm-message.ts';
import { countTokensOfTurn } from '../change-session.ts';
import { requestIn } from '../model/model-input.ts';
import type { Conversation, Session } from '../model/session.ts';
import { listeningIn } from '../model/spoken-language.ts';
import { normalizedWords } from '../model/words/normalized-phrase.ts';
import type { FrameContext } from '../ports.ts';
import type { SpeculationState, StoredConversation } from '../store/conversation-store.ts';
import { awaitAdoption } from '../waits.ts';
import type { TurnTimes } from './turn-times.ts';

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

/**
 * A request to the model before its words are final and stored, then `adopt` or `abandon`. Until it is read,
 * nobody sees or hears its answer, and its tool calls do not run.
 */
export class Speculation {
  readonly #conversation: Conversation;
  readonly #basis: Basis;
  readonly #stop = new AbortController();
  readonly #chunks: ReadableStream<ModelChunk>;
  #state: 'begun' | 'adopted' | 'read' | 'dropped' = 'begun';
  /** What the model was asked, once the passages are known. */
  #request: ReturnType<typeof firstRequest> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #usage: ModelUsage | undefined;
  #onUsage: ModelRequest['onUsage'];

  /** Begins to ask the model. */
  constructor(conversation: Conversation, basis: Basis) {
    this.#conversation = conversation;
    this.#basis = basis;
    this.#chunks = new ReadableStream({ start: (chunks) => this.#receive(chunks) });
  }

  /** The models of the turn. The first one gives the answer of this request, if that also fits the stored conversation. */
  async adopt(stored = this.#conversation): Promise<readonly LanguageModel[]> {
    if (stored !== this.#conversation && !(await this.#fits(stored))) await this.#drop();
    const { models } = this.#basis;
    const [first, ...others] = models;
    if (this.#state === 'dropped' || !first) return models;
    this.#state = 'adopted';
    return [{ stream: (request) => this.#read(first, request) }, ...others];
  }

  /** Drops it if nothing answers in its place: its tokens count for the user. Returns them. */
  async abandon(context: FrameContext): Promise<number> {
    const tokens = await this.#drop();
    if (tokens > 0) await countTokensOfTurn(this.#conversation.session, context);
    return tokens;
  }

  /** Whether what has changed is not part of the model's input. */
  async #fits(stored: Conversation): Promise<boolean> {
    const passages = await this.#basis.knowledge;
    return isDeepStrictEqual(firstRequest(stored, passages), firstRequest(this.#conversation, passages));
  }

  /** Aborts the request unless it was adopted. Returns its tokens: estimated if it broke off before the model's answer. */
  async #drop(): Promise<number> {
    if (this.#state !== 'begun') return 0;
    this.#state = 'dropped';
    this.#stop.abort();
    for await (const _ of this.#chunks);
    if (!this.#request) return 0;
    const estimate = { input: estimateTokens(JSON.stringify(this.#request.messages)), output: 0 };
    const { input, output } = this.#usage ?? estimate;
    const tokens = input + output;
    if (tokens === 0) return 0;
    logger.info('Speculative answer dropped.', { callId: this.#conversation.session.call_id, tokens });
    this.#basis.times?.restart(tokens);
    return tokens;
  }

  /** Receives the whole answer, whether anybody reads or not. A failure is kept until the parts before it are read. */
  async #receive(chunks: ReadableStreamDefaultController<ModelChunk>): Promise<void> {
    const { models, knowledge, times } = this.#basis;
    const passages = await knowledge;
    if (this.#state === 'dropped' || !models[0]) return chunks.close();
    this.#request = firstRequest(this.#conversation, passages);
    times?.modelAsked(this.#request.messages);
    const onUsage = (usage: ModelUsage) => {
      this.#usage = usage;
      this.#onUsage?.(usage);
    };
    let isFirst = true;
    try {
      const request = { ...this.#request, signal: this.#stop.signal, onUsage };
      for await (const chunk of models[0].stream(request)) {
        if (isFirst) times?.tokenCame();
        isFirst = false;
        chunks.enqueue(chunk);
      }
    } catch (error) {
      this.#failure = { error };
    }
    chunks.close();
  }

  /** The parts that have arrived, then the rest. A request that failed before its words were final is made again. */
  async *#read(model: LanguageModel, request: ModelRequest): AsyncGenerator<ModelChunk> {
    if (this.#state === 'read') return yield* model.stream(request);
    this.#state = 'read';
    const { signal, onUsage } = request;
    const stop = () => this.#stop.abort();
    // Before the first words: after an interruption by the contact, nothing more is read.
    this.#onUsage = onUsage;
    if (this.#usage) onUsage?.(this.#usage);
    signal.addEventListener('abort', stop, { once: true });
    let isEmpty = true;
    try {
      // If the reader stops, the rest is still pulled, to its usage.
      for await (const chunk of this.#chunks.values({ preventCancel: true })) {
        isEmpty = false;
        yield chunk;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
    if (!this.#failure) return;
    if (!isEmpty || this.#basis.times || signal.aborted) throw this.#failure.error;
    yield* model.stream(request);
  }
}

/** The request for the answer, without what only its reader has. */
function firstRequest(conversation: Conversation, passages: readonly Passage[]) {
  const { llm_temperature: temperature, llm_reasoning_effort: reasoningEffort } =
    conversation.session.settings;
  return { ...requestIn(conversation, passages), mayUseTools: true, temperature, reasoningEffort };
}

// With partial words, an invocation asks the model and waits. That of the final words lets it answer, or answers itself.

/** The vendor's longest silence if it chooses one itself. */
const LONGEST_SILENCE_MS = 5_000;
/** How late final words may be after the vendor's longest silence: usually, and at the least. */
const FINAL_LATE_MS = 500;
const LEAST_LATE_MS = 250;
/** After a contact's words the agent speaks at the latest, so that it is heard within 3 seconds. */
const HEARD_WITHIN_MS = 2_750;

/** The longest wait for final words, for any agent. */
export const LONGEST_WAIT_MS = LONGEST_SILENCE_MS + LEAST_LATE_MS;

/** Milliseconds within which words must become final or go on. A patient agent must not speak before its silence. */
export function longestWaitMs({ silenceMs }: Pick<Listening, 'silenceMs'>): number {
  const silence = silenceMs === 'auto' ? LONGEST_SILENCE_MS : silenceMs;
  return Math.max(silence + LEAST_LATE_MS, Math.min(silence + FINAL_LATE_MS, HEARD_WITHIN_MS));
}

/** A hash of an utterance that ignores case, spaces and punctuation. */
export const wordsHash = (connectionId: string, words: string): string =>
  createHash('sha256')
    .update(`${connectionId}\n${normalizedWords(words)}`)
    .digest('base64url');

/** An invocation that waits for its partial words to become final; with a generation if it asked the model. */
export type WaitingInvocation = SpeculationState & { readonly invocation: string };

/** The invocation that may be waiting for final words when these arrive. */
export function waitingIn(
  { session, speculation: state }: StoredConversation,
  arrivedAt: Date,
): WaitingInvocation | undefined {
  const { invocation, final_for } = state ?? {};
  if (!state || invocation === undefined || final_for !== undefined) return undefined;
  const isOver = arrivedAt.getTime() - state.partial_ms >= longestWaitMs(listeningIn(session));
  return isOver ? undefined : { ...state, invocation };
}

/** Lets the invocation that speculated answer. Returns false if it does not begin in time, or may not. */
export async function handOver(
  { invocation, generation, turns }: WaitingInvocation,
  session: Session,
  context: FrameContext,
): Promise<boolean> {
  const isSame = session.generation === generation && session.turns === turns;
  if (!(await reportFinal(invocation, isSame ? invocation : '', context)) || !isSame) return false;
  if ((await awaitAdoption(invocation, context)) || !(await context.store.claimAnswer(invocation, 'final')))
    return true;
  logger.warn('Speculative answer not adopted; the model is asked again.', { callId: session.call_id });
  return false;
}

/** Tells the invocation that waits with other words that its words will not become final. Never throws. */
export async function dismiss(waiting: WaitingInvocation | undefined, context: FrameContext): Promise<void> {
  if (waiting) await reportFinal(waiting.invocation, '', context);
}

/** Returns true also if the outcome is unknown: `claimAnswer` then decides. */
function reportFinal(invocationId: string, finalFor: string, context: FrameContext): Promise<boolean> {
  return context.store.noteFinalWords(invocationId, finalFor, context.arrivedAt).catch((error: unknown) => {
    logger.warn('Final words not passed to the invocation that waits for them.', { error });
    return true;
  });
}
