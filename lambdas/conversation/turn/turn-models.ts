import { logger } from '../../platform/logger.ts';
import type { LanguageModel, ModelChunk } from '../../vendors/llm/language-model.ts';
import { AnswerTooLong, describeModelFailure } from '../../vendors/llm/model-failure.ts';
import type { ModelUsage } from '../../vendors/llm/model-usage.ts';
import type { ModelMessage, ToolCall } from '../../vendors/model/llm-message.ts';
import type { Tool } from '../model/actions/tools.ts';
import { continuation } from '../model/model-input.ts';
import { PHRASES } from '../model/phrases.ts';
import { realWait, type Wait } from '../ports.ts';
import type { Answering } from './action-log.ts';

const SILENCE_MS = 3_000;

interface Question {
  readonly tools: readonly Tool[];
  readonly messages: readonly ModelMessage[];
  readonly mayUseTools: boolean;
}

export interface Utterance {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** The models of a conversation during one turn. A model that failed is not asked again in that turn. */
export class TurnModels {
  readonly #context: Answering;
  /** Milliseconds that each model may be silent. All models together share the silence that the contact has left. */
  readonly #patienceMs: number;
  #left: readonly LanguageModel[];
  #hasAskedForPatience = false;

  constructor(context: Answering, waitedMs: number) {
    this.#context = context;
    this.#left = context.models;
    this.#patienceMs = (SILENCE_MS - waitedMs) / context.models.length;
  }

  /** Streams one answer. If a model fails, the next one continues what was said; throws if none is left. */
  async listen({ messages, ...asked }: Question): Promise<Utterance> {
    const { speech, session } = this.#context;
    const before = speech.words.length;
    speech.beginAnswer();
    for (;;) {
      const [model, ...others] = this.#left;
      if (!model) throw new Error('There is no language model to ask.');
      const spoken = speech.words.slice(before);
      try {
        const question = { ...asked, messages: [...messages, ...continuation(spoken)] };
        const { text, calls } = await this.#ask(model, question);
        return { text: spoken + text, calls };
      } catch (error) {
        if (speech.interrupted.aborted || others.length === 0) throw error;
        logger.warn('The language model failed; its fallback is asked.', {
          callId: session.call_id,
          ...describeModelFailure(error),
        });
        this.#left = others;
        this.#context.times.fellBack();
        speech.discard();
      }
    }
  }

  async #ask(model: LanguageModel, question: Question): Promise<Utterance> {
    const { session, speech, deadline, times } = this.#context;
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, speech.interrupted, deadline]);
    const { llm_temperature: temperature, llm_reasoning_effort: reasoningEffort } = session.settings;
    times.modelAsked(question.messages);
    const onUsage = (usage: ModelUsage) => times.used(usage);
    const stream = model.stream({ ...question, temperature, reasoningEffort, signal, onUsage });
    try {
      const { isCut, ...utterance } = await this.#follow(stream[Symbol.asyncIterator]());
      const acts = question.mayUseTools && utterance.calls.length > 0;
      if (!acts && !speech.hasOwnWords && !speech.interrupted.aborted)
        throw new Error('The language model answered with nothing.');
      times.modelAnswered({ failed: isCut });
      return utterance;
    } catch (error) {
      times.modelAnswered({ failed: !speech.interrupted.aborted });
      throw error;
    } finally {
      giveUp.abort();
    }
  }

  /** Speaks what a model streams, cut after a whole clause if it takes too long. Throws if nothing is heard in time. */
  async #follow(chunks: AsyncIterator<ModelChunk>): Promise<Utterance & { readonly isCut: boolean }> {
    const { speech, times, deadline, wait = realWait } = this.#context;
    let silence = silenceOf(this.#patienceMs, wait);
    const restart = (ms: number) => {
      silence.stop();
      silence = silenceOf(ms, wait);
    };
    const calls: ToolCall[] = [];
    let text = '';
    let isCalling = false;
    let next = chunks.next();
    try {
      while (!speech.interrupted.aborted) {
        const event = await Promise.race([silence.due, next]);
        if (event === 'silence') {
          restart(await this.#breakSilence(isCalling));
          continue;
        }
        if (event.done) break;
        times.tokenCame(event.value.kind === 'text' ? event.value.text : '');
        next = chunks.next();
        // It may fail while words are being said, or is no longer read.
        next.catch(() => undefined);
        if (event.value.kind === 'tool') calls.push(event.value.call);
        if (event.value.kind !== 'text') isCalling = true;
        else {
          text += event.value.text;
          const { length } = speech.words;
          await speech.take(event.value.text);
          if (speech.words.length > length) restart(this.#patienceMs);
        }
      }
      await speech.take();
      return { text, calls, isCut: false };
    } catch (error) {
      const isTooLong = error instanceof AnswerTooLong || deadline.aborted;
      if (!isTooLong || isCalling) throw error;
      speech.discard();
      if (!speech.hasOwnWords) throw error;
      return { text, calls: [], isCut: true };
    } finally {
      silence.stop();
    }
  }

  /** Breaks a silence with pending words or, once while a tool call is written, a filler. Otherwise throws. */
  async #breakSilence(isCalling: boolean): Promise<number> {
    const { speech, session } = this.#context;
    if (await speech.sayWords()) return this.#patienceMs;
    if (!isCalling || this.#hasAskedForPatience) throw new Error('The language model fell silent.');
    this.#hasAskedForPatience = true;
    await speech.fill(PHRASES[session.settings.language].moment);
    return SILENCE_MS;
  }
}

/** Milliseconds of silence that come due unless they are stopped. */
function silenceOf(milliseconds: number, wait: Wait) {
  const over = new AbortController();
  const due = Promise.withResolvers<'silence'>();
  wait(milliseconds, over.signal).then(
    () => due.resolve('silence'),
    () => undefined,
  );
  return { due: due.promise, stop: () => over.abort() };
}
