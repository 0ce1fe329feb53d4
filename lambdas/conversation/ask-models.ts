import { continuation, type ModelMessage, type ToolCall } from '../domain/conversations/model-input.ts';
import type { Tool } from '../domain/conversations/tools.ts';
import { describeModelFault, type LanguageModel } from '../llm/language-model.ts';
import { logger } from '../runtime/logger.ts';
import type { Speech, SpeechContext } from './speech.ts';

/** The callee should not hear silence for longer than this, in milliseconds. */
const SILENCE_MS = 3_000;

/** What asking the models in one turn needs. */
export interface AskingContext extends Pick<SpeechContext, 'session'> {
  readonly models: readonly LanguageModel[];
  readonly tools: readonly Tool[];
  readonly speech: Speech;
  /** Aborted when there is no time left. */
  readonly deadline: AbortSignal;
}

/** What the models are asked. */
interface Question {
  readonly messages: readonly ModelMessage[];
  readonly mayUseTools: boolean;
}

/** What a model said, and what it asks for. */
export interface Utterance {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** The models of a conversation in one turn: one that failed is not asked again in it. */
export class TurnModels {
  readonly #context: AskingContext;
  /** How long each model may be silent: together they have what is left of the time in which something must be said. */
  readonly #patienceMs: number;
  #left: readonly LanguageModel[];

  /** `waitedMs` is for how long the callee has waited already. */
  constructor(context: AskingContext, waitedMs: number) {
    this.#context = context;
    this.#left = context.models;
    this.#patienceMs = (SILENCE_MS - waitedMs) / context.models.length;
  }

  /** Lets a model speak once. When it fails, the next one goes on from what was said; throws when there is none. */
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
        logger.warn('The language model failed, and its fallback is asked.', {
          callId: session.call_id,
          ...describeModelFault(error),
        });
        this.#left = others;
        speech.discard();
      }
    }
  }

  async #ask(model: LanguageModel, question: Question): Promise<Utterance> {
    const { tools, session, speech, deadline } = this.#context;
    const giveUp = new AbortController();
    const watchdog = setTimeout(() => giveUp.abort(), this.#patienceMs);
    const signal = AbortSignal.any([giveUp.signal, speech.interrupted, deadline]);
    const { llm_temperature: temperature } = session.settings;
    let text = '';
    const calls: ToolCall[] = [];
    try {
      for await (const chunk of model.stream({ ...question, tools, temperature, signal })) {
        watchdog.refresh();
        if (chunk.kind === 'tool') calls.push(chunk.call);
        if (chunk.kind === 'text') {
          text += chunk.text;
          await speech.take(chunk.text);
        }
        if (speech.interrupted.aborted) return { text, calls };
      }
    } finally {
      clearTimeout(watchdog);
    }
    // A stream that is given up does not fail but ends, as if the answer were whole.
    if (giveUp.signal.aborted) throw new Error('The language model fell silent.');
    if (calls.length === 0 && speech.isEmpty) throw new Error('The language model answered with nothing.');
    return { text, calls };
  }
}
