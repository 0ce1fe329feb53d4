import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClauseSplitter } from '../domain/conversations/clauses.ts';
import { PHRASES } from '../domain/conversations/phrases.ts';
import type { Session } from '../domain/conversations/session.ts';
import { logger } from '../runtime/logger.ts';
import { recordAnswer } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';
import type { RelayConnection } from './relay/relay-connection.ts';
import type { TurnTimes } from './turns/turn-times.ts';

/** Dependencies of speech. */
export interface SpeechContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly connection: RelayConnection;
  readonly now: () => Date;
  readonly session: Session;
  readonly times: TurnTimes;
}

/** Consecutive failures of the model after which the agent hangs up. */
const MAX_FAILURES = 3;

/**
 * The agent's speech in one turn. Each clause is stored and sent; a refused write means an interruption. See decision 0084.
 */
export class Speech {
  readonly #context: SpeechContext;
  readonly #clauses = new ClauseSplitter();
  readonly #interruption = new AbortController();
  readonly #startedAt: string;
  #text = '';
  /** The same without filler sentences. */
  #ownText = '';
  #ending = false;
  #recording: Promise<void> = Promise.resolve();

  constructor(context: SpeechContext) {
    this.#context = context;
    this.#startedAt = context.now().toISOString();
  }

  /** Aborts when the callee interrupts or hangs up. */
  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  /** Whether nothing was said and nothing is pending. */
  get isEmpty(): boolean {
    return this.#text.trim() === '' && !this.#clauses.pending;
  }

  /** Whether the agent said, or is about to say, more than filler sentences. */
  get hasOwnWords(): boolean {
    return this.#ownText.trim() !== '' || this.#clauses.hasWords;
  }

  /** The text of this turn so far. */
  get said(): string {
    return this.#text;
  }

  /** Speaks streamed text, one complete clause at a time. */
  async take(text: string): Promise<void> {
    for (const clause of this.#clauses.push(text)) await this.#say(clause, { last: false });
  }

  /** Speaks a sentence after the pending text. */
  async add(sentence: string): Promise<void> {
    await this.pause();
    await this.#say(`${this.#gap}${sentence} `, { last: false });
  }

  /** Speaks a filler sentence while the model is working. */
  async fill(sentence: string): Promise<void> {
    const own = this.#ownText;
    await this.add(sentence);
    this.#ownText = own;
  }

  /** Speaks the pending words of an incomplete clause. Returns false if there are none. */
  async sayWords(): Promise<boolean> {
    const words = this.#clauses.flushWords();
    if (words === '') return false;
    await this.#say(words, { last: false });
    return true;
  }

  /** Speaks the pending text before an action is taken. */
  async pause(): Promise<void> {
    const rest = this.#clauses.flush();
    if (rest.trim() !== '') await this.#say(`${rest.trimEnd()} `, { last: false });
  }

  /** Drops the pending text; another model continues what was said. */
  discard(): void {
    this.#clauses.flush();
    this.#clauses.push(this.#gap);
  }

  /** Speaks the pending text and completes the answer. */
  async finish(): Promise<void> {
    await this.#say(this.#clauses.flush(), { last: true, failures: 0 });
  }

  /** Speaks an apology after a failure, and goodbye after MAX_FAILURES in a row. */
  async apologize(): Promise<void> {
    const { failures, settings } = this.#context.session;
    const phrases = PHRASES[settings.language];
    const givesUp = failures + 1 >= MAX_FAILURES;
    this.#ending = givesUp;
    this.#clauses.flush();
    await this.#say(`${this.#gap}${givesUp ? phrases.farewell : phrases.trouble}`, {
      last: true,
      failures: failures + 1,
    });
  }

  /** Stops speaking after an interruption. */
  stop(): void {
    this.#interruption.abort();
  }

  get #gap(): string {
    return this.#text === '' || this.#text.endsWith(' ') ? '' : ' ';
  }

  /**
   * Sends the first clause and stores it meanwhile, since the callee waits for it. Later clauses are stored first, while the
   * vendor still speaks the one before: if the callee has interrupted, they are not sent, and so not spoken. The last one is
   * stored first in any case: the session must be complete before the vendor reports that it was spoken.
   */
  async #say(
    clause: string,
    { last, failures }: { readonly last: boolean; readonly failures?: number },
  ): Promise<void> {
    await this.#recording;
    if (this.interrupted.aborted) return;
    const isStoredFirst = last || this.#text !== '';
    this.#text += clause;
    this.#ownText += clause;
    const state = { complete: last, failures: failures ?? this.#context.session.failures };
    if (isStoredFirst) await this.#record(state);
    if (this.interrupted.aborted) return;
    const sending = this.#context.connection.send({ type: 'text', token: clause, last });
    if (!isStoredFirst) this.#recording = nextTurn().then(() => this.#record(state));
    const sent = await sending;
    if (!sent) return this.stop();
    if (clause.trim() !== '') this.#context.times.textSent();
  }

  async #record({
    complete,
    failures,
  }: {
    readonly complete: boolean;
    readonly failures: number;
  }): Promise<void> {
    const { table, connectionId, session } = this.#context;
    const figures = this.#context.times.figures();
    const answer = { text: this.#text, complete, timestamp: this.#startedAt, figures };
    const state = { generation: session.generation, answer, failures, ending: this.#ending };
    try {
      if (!(await recordAnswer(table, connectionId, state))) this.stop();
    } catch (error) {
      logger.error("The agent's words could not be stored.", { callId: session.call_id, error });
    }
  }
}
