import { ClauseSplitter } from '../domain/clauses.ts';
import type { Session, Turn } from '../domain/conversation.ts';
import { END_CONVERSATION_TOOL, modelMessages, modelTools } from '../domain/model-input.ts';
import { PHRASES } from '../domain/phrases.ts';
import { logger } from '../platform/logger.ts';
import { recordAnswer } from '../store/conversations.ts';
import type { Table } from '../store/table.ts';
import type { LanguageModel, ModelChunk } from './language-model.ts';
import type { RelayConnection } from './relay-connection.ts';

/** What an answer needs. */
export interface AnswerContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly connection: RelayConnection;
  readonly model: LanguageModel;
  readonly now: () => Date;
  readonly session: Session;
  readonly turns: readonly Turn[];
}

/** The callee should not hear silence for longer than this, in milliseconds. */
const SILENCE_MS = 3_000;

/** An answer that takes longer is cut: API Gateway waits 29 s for an invocation. */
const ANSWER_MS = 25_000;

/** After so many failures of the model in a row the agent gives up and hangs up. */
const MAX_FAILURES = 3;

/** Streams the model's answer to the callee, clause by clause, until it is whole or was interrupted. */
export async function answerTurn(context: AnswerContext): Promise<void> {
  const speech = new Speech(context);
  const giveUp = new AbortController();
  const watchdog = setTimeout(() => giveUp.abort(), SILENCE_MS);
  const signal = AbortSignal.any([giveUp.signal, speech.interrupted, AbortSignal.timeout(ANSWER_MS)]);
  try {
    for await (const chunk of streamOf(context, signal)) {
      watchdog.refresh();
      await speech.take(chunk);
      if (speech.interrupted.aborted) return;
    }
    // A stream that is given up does not fail but ends, as if the answer were whole.
    if (giveUp.signal.aborted) throw new Error('The language model fell silent.');
    if (speech.isEmpty) throw new Error('The language model answered with nothing.');
    await speech.finish();
  } catch (error) {
    if (speech.interrupted.aborted) return;
    logger.error('The language model failed.', { callId: context.session.call_id, error });
    await speech.apologize();
  } finally {
    clearTimeout(watchdog);
  }
}

function streamOf({ model, session, turns }: AnswerContext, signal: AbortSignal): AsyncIterable<ModelChunk> {
  const { llm_temperature: temperature } = session.settings;
  return model.stream({
    messages: modelMessages(session, turns),
    tools: modelTools(session),
    temperature,
    signal,
  });
}

/** What the agent says in one turn: each clause is recorded and sent; a record that fails means an interruption. */
class Speech {
  readonly #context: AnswerContext;
  readonly #clauses = new ClauseSplitter();
  readonly #interruption = new AbortController();
  readonly #startedAt: string;
  #text = '';
  #ending = false;
  #recording: Promise<void> = Promise.resolve();

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#startedAt = context.now().toISOString();
  }

  /** Aborted when the callee broke in or hung up. */
  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  get isEmpty(): boolean {
    return this.#text === '' && !this.#ending && !this.#clauses.pending;
  }

  async take(chunk: ModelChunk): Promise<void> {
    if (chunk.kind === 'tool') {
      this.#ending ||=
        chunk.name === END_CONVERSATION_TOOL.name && modelTools(this.#context.session).length > 0;
      return;
    }
    for (const clause of this.#clauses.push(chunk.text)) await this.#say(clause, { last: false });
  }

  async finish(): Promise<void> {
    await this.#say(this.#clauses.flush(), { last: true, failures: 0 });
    // Nothing will be heard whose end could be waited for.
    if (this.#ending && this.#text.trim() === '') await this.#hangUp();
  }

  /** Never silence: says that something went wrong; and goodbye when it did too often. */
  async apologize(): Promise<void> {
    const { failures, settings } = this.#context.session;
    const phrases = PHRASES[settings.language];
    const givesUp = failures + 1 >= MAX_FAILURES;
    this.#ending = givesUp;
    this.#clauses.flush();
    const gap = this.#text === '' || this.#text.endsWith(' ') ? '' : ' ';
    await this.#say(`${gap}${givesUp ? phrases.farewell : phrases.trouble}`, {
      last: true,
      failures: failures + 1,
    });
  }

  /**
   * Sends a clause while it is being recorded, once the record before it has held. The last one is recorded first:
   * when the vendor tells that it was spoken, it must be known that nothing follows.
   */
  async #say(
    clause: string,
    { last, failures }: { readonly last: boolean; readonly failures?: number },
  ): Promise<void> {
    await this.#recording;
    if (this.interrupted.aborted) return;
    this.#text += clause;
    this.#recording = this.#record({ complete: last, failures: failures ?? this.#context.session.failures });
    if (last) await this.#recording;
    if (this.interrupted.aborted) return;
    const sent = await this.#context.connection.send({ type: 'text', token: clause, last });
    if (!sent) this.#interruption.abort();
  }

  async #record({
    complete,
    failures,
  }: {
    readonly complete: boolean;
    readonly failures: number;
  }): Promise<void> {
    const { table, connectionId, session } = this.#context;
    const answer = { text: this.#text, complete, timestamp: this.#startedAt };
    const state = { generation: session.generation, answer, failures, ending: this.#ending };
    try {
      if (!(await recordAnswer(table, connectionId, state))) this.#interruption.abort();
    } catch (error) {
      logger.error('What the agent says could not be recorded.', { callId: session.call_id, error });
    }
  }

  async #hangUp(): Promise<void> {
    await this.#context.connection.send({ type: 'end', handoffData: '' });
  }
}
