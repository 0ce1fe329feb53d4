import { setImmediate as nextTurn } from 'node:timers/promises';
import { logger } from '../../platform/logger.ts';
import type { Language } from '../../vendors/model/languages.ts';
import { ClauseSplitter, hasWords } from '../model/clauses.ts';
import { PHRASES } from '../model/phrases.ts';
import type { Session } from '../model/session.ts';
import { SpokenWords } from '../model/words/spoken-words.ts';
import type { EffectContext } from '../ports.ts';
import type { TurnTimes } from './turn-times.ts';

export interface SpeechContext extends EffectContext {
  readonly session: Session;
  readonly times: TurnTimes;
}

/** Turns in a row that no model answered, after which the agent says goodbye and ends the call. */
const MAX_FAILURES = 3;

/** The agent's speech in one turn. A refused write of a clause is an interruption. */
export class Speech {
  readonly #context: SpeechContext;
  readonly #spoken: SpokenWords;
  readonly #clauses = new ClauseSplitter();
  readonly #interruption = new AbortController();
  readonly #startedAt: string;
  #text = '';
  /** Characters of a disclosure at its beginning. */
  #told = 0;
  #ownText = '';
  #ending = false;
  #recording: Promise<void> = Promise.resolve();

  constructor(context: SpeechContext) {
    this.#context = context;
    this.#spoken = new SpokenWords(context.session.settings.language);
    this.#startedAt = context.now().toISOString();
  }

  /** Aborts when the contact interrupts or hangs up. */
  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  /** Whether the agent says no more than a disclosure. */
  get isEmpty(): boolean {
    return (this.#text.slice(this.#told) + this.#clauses.pending).trim() === '';
  }

  /** Counts the agent's own words from here. */
  beginAnswer(): void {
    this.#ownText = '';
  }

  /** Whether the agent said, or is about to say, more than filler sentences since the model was asked for an answer. */
  get hasOwnWords(): boolean {
    return hasWords(this.#ownText + this.#clauses.pending);
  }

  /** Which answer this is, and how much of it was sent. */
  get progress(): { readonly timestamp: string; readonly characters: number } {
    return { timestamp: this.#startedAt, characters: this.#text.trim().length };
  }

  get words(): string {
    return this.#text;
  }

  set language(language: Language) {
    this.#spoken.language = language;
  }

  /** Takes a part of the model's answer, or its end. Its words are spoken, without markup and the like. */
  async take(text?: string): Promise<void> {
    const words = text === undefined ? this.#spoken.flush() : this.#spoken.push(text);
    for (const clause of this.#clauses.push(words)) await this.#say(clause, { last: false });
  }

  /** Begins with a disclosure, which the contact cannot interrupt. */
  async disclose(words: string): Promise<void> {
    this.#told = words.length;
    await this.#say(`${words} `, { last: false, interruptible: false });
  }

  async add(sentence: string): Promise<void> {
    await this.pause();
    await this.#say(`${this.#gap}${sentence} `, { last: false });
  }

  async fill(sentence: string): Promise<void> {
    await this.pause();
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

  async pause(): Promise<void> {
    const rest = this.#rest();
    if (rest.trim() !== '') await this.#say(`${rest.trimEnd()} `, { last: false });
  }

  /** Drops the pending text; another model continues what was said. */
  discard(): void {
    this.#rest();
    this.#clauses.push(this.#gap);
  }

  /** Drops the pending text; nothing is said in its place. */
  drop(): void {
    this.#rest();
  }

  async finish(): Promise<void> {
    await this.#say(this.#rest(), { last: true, failures: 0 });
  }

  /** Says that the models failed, and after repeated failures that the call ends. */
  async fail(): Promise<void> {
    const { failures: before, settings } = this.#context.session;
    const { farewell, trouble } = PHRASES[settings.language];
    const failures = before + 1;
    this.#ending = failures >= MAX_FAILURES;
    this.#rest();
    await this.#say(`${this.#gap}${this.#ending ? farewell : trouble}`, { last: true, failures });
  }

  stop(): void {
    this.#interruption.abort();
  }

  get #gap(): string {
    return this.#text === '' || this.#text.endsWith(' ') ? '' : ' ';
  }

  /** Takes the words that are pending. */
  #rest(): string {
    return this.#clauses.flush() + this.#spoken.flush();
  }

  /** Sends the first clause while it is stored. Others are stored first: after an interruption they are not sent. */
  async #say(
    clause: string,
    {
      last,
      failures,
      ...options
    }: { readonly last: boolean; readonly failures?: number; readonly interruptible?: false },
  ): Promise<void> {
    await this.#recording;
    if (this.interrupted.aborted) return;
    const isStoredFirst = last || this.#text !== '';
    this.#text += clause;
    this.#ownText += clause;
    const record = () => this.#record(last, failures ?? this.#context.session.failures);
    if (isStoredFirst) await record();
    if (this.interrupted.aborted) return;
    const sending = this.#context.connection.send({ type: 'text', token: clause, last, ...options });
    if (!isStoredFirst) this.#recording = nextTurn().then(record);
    const sent = await sending;
    if (!sent) return this.stop();
    if (clause.trim() !== '') this.#context.times.textSent();
  }

  async #record(complete: boolean, failures: number): Promise<void> {
    const { store, session } = this.#context;
    const figures = { ...this.#context.times.figures(), ...this.#spoken.figures };
    const answer = { text: this.#text, complete, timestamp: this.#startedAt, figures };
    const set = { answer, failures, ...(this.#ending && { ending: true }) };
    try {
      if (!(await store.setUnlessInterrupted(session.generation, set))) this.stop();
    } catch (error) {
      logger.error("Agent's words not stored.", { callId: session.call_id, error });
    }
  }
}
