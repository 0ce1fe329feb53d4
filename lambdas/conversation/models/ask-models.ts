import type { Tool } from '../../domain/conversations/actions/tools.ts';
import { continuation } from '../../domain/conversations/models/model-input.ts';
import type { ModelMessage, ToolCall } from '../../domain/conversations/models/model-message.ts';
import { PHRASES } from '../../domain/conversations/phrases.ts';
import type { LanguageModel, ModelChunk } from '../../llm/language-model.ts';
import { describeModelFault } from '../../llm/model-fault.ts';
import type { ModelUsage } from '../../llm/model-usage.ts';
import { logger } from '../../runtime/logger.ts';
import type { Speech, SpeechContext } from '../speech.ts';

/** Longest silence for the callee, in milliseconds. */
const SILENCE_MS = 3_000;

/** Dependencies of asking the models in one turn. */
export interface AskingContext extends Pick<SpeechContext, 'session' | 'times'> {
  readonly models: readonly LanguageModel[];
  readonly tools: readonly Tool[];
  readonly speech: Speech;
  /** Aborts when the time for the answer is up. */
  readonly deadline: AbortSignal;
}

/** One request to a model. */
interface Question {
  readonly messages: readonly ModelMessage[];
  readonly mayUseTools: boolean;
}

/** The text and the tool calls of one answer. */
export interface Utterance {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** The models of a conversation during one turn. A model that failed is not asked again in that turn. */
export class TurnModels {
  readonly #context: AskingContext;
  /** Milliseconds that each model may be silent. All models together share the silence that the callee has left. */
  readonly #patienceMs: number;
  #left: readonly LanguageModel[];
  #hasAskedForPatience = false;

  /** `waitedMs`: milliseconds that the callee has already waited. */
  constructor(context: AskingContext, waitedMs: number) {
    this.#context = context;
    this.#left = context.models;
    this.#patienceMs = (SILENCE_MS - waitedMs) / context.models.length;
  }

  /** Streams one answer. If a model fails, the next one continues what was said; throws if none is left. */
  async listen({ messages, mayUseTools }: Question): Promise<Utterance> {
    const { speech, session } = this.#context;
    const before = speech.said.length;
    for (;;) {
      const [model, ...others] = this.#left;
      if (!model) throw new Error('There is no language model to ask.');
      const said = speech.said.slice(before);
      try {
        const question = { messages: [...messages, ...continuation(said)], mayUseTools };
        const { text, calls } = await this.#ask(model, question);
        return { text: said + text, calls };
      } catch (error) {
        if (speech.interrupted.aborted || others.length === 0) throw error;
        logger.warn('The language model failed; its fallback is asked.', {
          callId: session.call_id,
          ...describeModelFault(error),
        });
        this.#left = others;
        this.#context.times.fellBack();
        speech.discard();
      }
    }
  }

  async #ask(model: LanguageModel, question: Question): Promise<Utterance> {
    const { tools, session, speech, deadline, times } = this.#context;
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, speech.interrupted, deadline]);
    const { llm_temperature: temperature, llm_reasoning_effort: reasoningEffort } = session.settings;
    times.modelAsked(question.messages);
    const onUsage = (usage: ModelUsage) => times.used(usage);
    const stream = model.stream({ ...question, tools, temperature, reasoningEffort, signal, onUsage });
    try {
      const { text, calls } = await this.#follow(stream[Symbol.asyncIterator]());
      const isNothing = calls.length === 0 && !speech.hasOwnWords && !speech.interrupted.aborted;
      if (isNothing) throw new Error('The language model answered with nothing.');
      times.modelAnswered({ failed: false });
      return { text, calls };
    } catch (error) {
      if (!speech.interrupted.aborted) times.modelAnswered({ failed: true });
      throw error;
    } finally {
      giveUp.abort();
    }
  }

  /**
   * Speaks what a model streams. Throws if the callee hears nothing until the time-out, even if other chunks arrive.
   */
  async #follow(chunks: AsyncIterator<ModelChunk>): Promise<Utterance> {
    const { speech, times } = this.#context;
    const silence = new SilenceTimer(this.#patienceMs);
    const calls: ToolCall[] = [];
    let text = '';
    let isCalling = false;
    let next = chunks.next();
    try {
      while (!speech.interrupted.aborted) {
        const event = await Promise.race([silence.due, next]);
        if (event === 'silence') {
          silence.restart(await this.#breakSilence(isCalling));
          continue;
        }
        if (event.done) break;
        times.tokenCame(event.value.kind === 'text' ? event.value.text : '');
        next = chunks.next();
        if (event.value.kind === 'tool') calls.push(event.value.call);
        if (event.value.kind !== 'text') isCalling = true;
        else {
          text += event.value.text;
          const { length } = speech.said;
          await speech.take(event.value.text);
          if (speech.said.length > length) silence.restart(this.#patienceMs);
        }
      }
      return { text, calls };
    } finally {
      silence.stop();
      // This chunk was requested in advance and is no longer read.
      next.catch(() => undefined);
    }
  }

  /**
   * Speaks the pending words. Without any, asks the callee to wait: once a turn, and only while the model writes a tool
   * call. Returns the milliseconds that the next silence may last; throws if there is nothing to say.
   */
  async #breakSilence(isCalling: boolean): Promise<number> {
    const { speech, session } = this.#context;
    if (await speech.sayWords()) return this.#patienceMs;
    if (!isCalling || this.#hasAskedForPatience) throw new Error('The language model fell silent.');
    this.#hasAskedForPatience = true;
    await speech.fill(PHRASES[session.settings.language].moment);
    return SILENCE_MS;
  }
}

/** Resolves after a silence. */
class SilenceTimer {
  #due = Promise.withResolvers<'silence'>();
  #timer: NodeJS.Timeout;

  /** `milliseconds` of silence until it is due. */
  constructor(milliseconds: number) {
    this.#timer = this.#start(milliseconds);
  }

  /** Resolves when the time-out has passed since the last restart. */
  get due(): Promise<'silence'> {
    return this.#due.promise;
  }

  /** Restarts the time-out: the callee hears something now. */
  restart(milliseconds: number): void {
    this.stop();
    this.#due = Promise.withResolvers();
    this.#timer = this.#start(milliseconds);
  }

  /** Cancels the timer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(milliseconds: number): NodeJS.Timeout {
    const { resolve } = this.#due;
    return setTimeout(() => resolve('silence'), milliseconds);
  }
}
