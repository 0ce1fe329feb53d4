import { pause, untilAborted } from '../../http/pause.ts';
import { Notifier } from '../calls/line-queue.ts';
import type { InputKinds } from '../twiml/relay-settings.ts';

/** Characters of speech per second: an unhurried voice. */
const CHARACTERS_PER_SECOND = 15;

/** Milliseconds that a text takes to say in real time. */
export function speechMs(text: string): number {
  return (text.length / CHARACTERS_PER_SECOND) * 1000;
}

interface SpeechPiece {
  readonly text: string;
  readonly last: boolean;
  readonly interruptible: InputKinds;
}

interface SpeechOptions {
  readonly pace: number;
  readonly signal: AbortSignal;
  turnStarted(): void;
  wordSpoken(word: string): void;
  piecePlayed(text: string): void;
  turnEnded(spoken: string, interrupted: boolean): void;
}

/** The agent's voice: speaks queued text word by word, turn after turn. */
export class Speech {
  /** Notifies at every word, and at the start and end of a turn. */
  readonly changes = new Notifier();
  turns = 0;
  spoken = '';
  readonly #options: SpeechOptions;
  #queue: SpeechPiece[] = [];
  #current: SpeechPiece | undefined;
  #isTurnOpen = false;
  #isRunning = false;
  #generation = 0;

  constructor(options: SpeechOptions) {
    this.#options = options;
  }

  /** Whether a turn is being spoken, also while its next token is awaited. */
  get isSpeaking(): boolean {
    return this.#isTurnOpen || this.#queue.length > 0;
  }

  /** Whether input of this kind may interrupt the current words. */
  isInterruptibleBy(kind: 'speech' | 'dtmf'): boolean {
    const by = this.#current?.interruptible ?? 'none';
    return this.isSpeaking && (by === 'any' || by === kind);
  }

  add(piece: SpeechPiece): void {
    this.#queue.push(piece);
    this.#current ??= piece;
    // The end of the session stops the voice during a word.
    if (!this.#isRunning) untilAborted(this.#options.signal, () => this.#run());
  }

  /** Stops, and returns the words that were heard before, with their milliseconds of speech in real time. */
  interrupt(): { readonly utterance: string; readonly durationMs: number } {
    this.#generation += 1;
    this.#queue = [];
    const heard = this.#isTurnOpen ? this.spoken : '';
    const interruption = { utterance: heard.trimEnd(), durationMs: Math.round(speechMs(heard)) };
    if (this.#isTurnOpen) this.#endTurn(true);
    return interruption;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let piece = this.#queue[0]; piece; piece = this.#queue[0]) {
      if (this.#isTurnOpen || piece.text.trim() !== '') await this.#speak(piece);
      else this.#queue.shift();
    }
    this.#isRunning = false;
    this.changes.notify();
  }

  async #speak(piece: SpeechPiece): Promise<void> {
    this.#current = piece;
    if (!this.#isTurnOpen) this.#startTurn();
    const generation = this.#generation;
    for (const word of piece.text.match(/\s*\S+|\s+$/g) ?? []) {
      await pause(speechMs(word) * this.#options.pace, this.#options.signal);
      if (generation !== this.#generation) return;
      this.spoken += word;
      this.#options.wordSpoken(word);
      this.changes.notify();
    }
    // Lets waiters for that word act before the next one or the end of the turn.
    await pause(0, this.#options.signal);
    if (generation !== this.#generation) return;
    this.#queue.shift();
    this.#options.piecePlayed(piece.text);
    if (piece.last) this.#endTurn(false);
  }

  #startTurn(): void {
    this.#isTurnOpen = true;
    this.turns += 1;
    this.spoken = '';
    this.#options.turnStarted();
    this.changes.notify();
  }

  #endTurn(interrupted: boolean): void {
    this.#isTurnOpen = false;
    this.#options.turnEnded(this.spoken, interrupted);
    this.changes.notify();
  }
}
