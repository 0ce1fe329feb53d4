import { ClauseSplitter } from '../domain/conversations/clauses.ts';
import type { Session } from '../domain/conversations/conversation.ts';
import { PHRASES } from '../domain/conversations/phrases.ts';
import { logger } from '../runtime/logger.ts';
import { recordAnswer } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';
import type { RelayConnection } from './relay-connection.ts';

/** What speaking needs. */
export interface SpeechContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly connection: RelayConnection;
  readonly now: () => Date;
  readonly session: Session;
}

/** Failures of the model in a row after which the agent gives up and hangs up. */
const MAX_FAILURES = 3;

/** What the agent says in one turn: each clause is recorded and sent; a record that fails means an interruption. */
export class Speech {
  readonly #context: SpeechContext;
  readonly #clauses = new ClauseSplitter();
  readonly #interruption = new AbortController();
  readonly #startedAt: string;
  #text = '';
  /** The same without what fills the time. */
  #ownText = '';
  #ending = false;
  #recording: Promise<void> = Promise.resolve();

  constructor(context: SpeechContext) {
    this.#context = context;
    this.#startedAt = context.now().toISOString();
  }

  /** Aborted when the callee interrupts or hangs up. */
  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  /** Whether nothing was said, nor is about to be. */
  get isEmpty(): boolean {
    return this.#text.trim() === '' && !this.#clauses.pending;
  }

  /** Whether the agent has said something of its own, or is about to: more than that it takes a moment. */
  get hasOwnWords(): boolean {
    return this.#ownText.trim() !== '' || this.#clauses.hasWords;
  }

  /** What was said so far in this turn. */
  get said(): string {
    return this.#text;
  }

  /** Says streamed text as its clauses become whole. */
  async take(text: string): Promise<void> {
    for (const clause of this.#clauses.push(text)) await this.#say(clause, { last: false });
  }

  /** Says a sentence after what was said before. */
  async add(sentence: string): Promise<void> {
    await this.pause();
    await this.#say(`${this.#gap}${sentence} `, { last: false });
  }

  /** Says a sentence that fills the time until the model answers. */
  async fill(sentence: string): Promise<void> {
    const own = this.#ownText;
    await this.add(sentence);
    this.#ownText = own;
  }

  /** Says the words that wait for the end of their clause; false when there are none. */
  async sayWords(): Promise<boolean> {
    const words = this.#clauses.flushWords();
    if (words === '') return false;
    await this.#say(words, { last: false });
    return true;
  }

  /** Says what waits for the end of its clause: something is done before more is said. */
  async pause(): Promise<void> {
    const rest = this.#clauses.flush();
    if (rest.trim() !== '') await this.#say(`${rest.trimEnd()} `, { last: false });
  }

  /** Drops the text that waits for the end of its clause: another model goes on from what was said. */
  discard(): void {
    this.#clauses.flush();
    this.#clauses.push(this.#gap);
  }

  /** Says the rest: the answer is whole. */
  async finish(): Promise<void> {
    await this.#say(this.#clauses.flush(), { last: true, failures: 0 });
  }

  /** Never silence: says that something went wrong; and goodbye when it did too often. */
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

  /** The callee interrupted: nothing more is said. */
  stop(): void {
    this.#interruption.abort();
  }

  get #gap(): string {
    return this.#text === '' || this.#text.endsWith(' ') ? '' : ' ';
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
    this.#ownText += clause;
    this.#recording = this.#record({ complete: last, failures: failures ?? this.#context.session.failures });
    if (last) await this.#recording;
    if (this.interrupted.aborted) return;
    const sent = await this.#context.connection.send({ type: 'text', token: clause, last });
    if (!sent) this.stop();
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
      if (!(await recordAnswer(table, connectionId, state))) this.stop();
    } catch (error) {
      logger.error('What the agent said could not be stored.', { callId: session.call_id, error });
    }
  }
}
