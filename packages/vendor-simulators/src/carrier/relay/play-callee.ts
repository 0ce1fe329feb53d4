import { once } from 'node:events';
import { pause } from '../../http/pause.ts';
import type { Callee, Line } from '../callees/callee-config.ts';
import { utteranceOf } from '../callees/utterance.ts';
import type { LineQueue } from '../state/line-queue.ts';
import type { RelaySession } from './relay.ts';

/** Milliseconds, in real time, until a person answers, greets a silent line, and hangs up. */
const THINKING_MS = 600;
const SILENT_LINE_MS = 1_500;
const LINGERING_MS = 1_500;

interface Part {
  readonly session: RelaySession;
  readonly callee: Callee;
  readonly lines: LineQueue;
  readonly pace: number;
  /** Whether the agent speaks first. */
  readonly isGreeted: boolean;
}

/** Plays the callee until the session is over: the rest of the script, typed lines, then the hang-up. */
export async function playCallee(part: Part): Promise<void> {
  const { callee, session, lines } = part;
  const ear = new Ear(part);
  try {
    while (callee.interactive || !lines.isEmpty) await perform(part, ear, await lines.next(session.signal));
    await ear.untilAnswered();
    // An agent that says goodbye may hang up first.
    await pause(LINGERING_MS * part.pace, session.signal);
    session.hangUp();
  } catch (error) {
    // The session ended during a line.
    if (!session.signal.aborted) throw error;
  }
}

async function perform(part: Part, ear: Ear, line: Line): Promise<void> {
  const { session, lines, pace } = part;
  if ('wait_ms' in line) {
    await pause(line.wait_ms, session.signal);
    return lines.drop();
  }
  if ('hang_up' in line) {
    lines.drop();
    return session.hangUp();
  }
  if ('until' in line) {
    await once(session.signal, 'abort');
    return lines.drop();
  }
  if ('beep' in line) {
    lines.drop();
    return session.beep();
  }
  if ('announce' in line) {
    lines.drop();
    await session.say(utteranceOf(line));
    return ear.expectAnswer();
  }
  if ('say' in line || line.after_words === undefined) {
    await ear.untilAnswered();
    do {
      await pause(THINKING_MS * pace, session.signal);
    } while (session.speech.isSpeaking && (await ear.untilQuiet()));
  } else {
    await ear.untilSpeaking(line.after_words);
  }
  lines.drop();
  if ('dtmf' in line) await session.press(line.dtmf);
  else await session.say(utteranceOf(line));
  ear.expectAnswer();
}

class Ear {
  readonly #part: Part;
  /** The agent's answers before the callee last spoke. */
  #answersBefore = 0;
  #isAnswerExpected: boolean;

  constructor(part: Part) {
    this.#part = part;
    this.#isAnswerExpected = part.isGreeted;
  }

  expectAnswer(): void {
    this.#answersBefore = this.#part.session.answers;
    // An interactive callee speaks at any time.
    this.#isAnswerExpected = !this.#part.callee.interactive;
  }

  /** Resolves when the agent has answered and is silent. */
  async untilAnswered(): Promise<void> {
    const { session, pace } = this.#part;
    const isFirst = !this.#isAnswerExpected && session.answers === 0;
    if (isFirst && !this.#part.callee.interactive) await pause(SILENT_LINE_MS * pace, session.signal);
    await this.#until(() => !session.speech.isSpeaking && (!this.#isAnswerExpected || this.#hasAnswer()));
  }

  /** Resolves after this number of words of the agent's answer, or after a shorter answer. */
  async untilSpeaking(words: number): Promise<void> {
    const { speech } = this.#part.session;
    if (this.#part.callee.interactive) return;
    await this.#until(
      () => this.#hasAnswer() && (!speech.isSpeaking || (speech.spoken.match(/\S+/g)?.length ?? 0) >= words),
    );
  }

  untilQuiet(): Promise<boolean> {
    return this.#until(() => !this.#part.session.speech.isSpeaking);
  }

  #hasAnswer(): boolean {
    return this.#part.session.answers > this.#answersBefore;
  }

  async #until(condition: () => boolean): Promise<boolean> {
    const { callee, session } = this.#part;
    while (!condition()) {
      if (await session.speech.changes.next(callee.patience_ms, session.signal)) continue;
      session.note(`The agent was not heard for ${callee.patience_ms} ms: the callee goes on.`);
      return false;
    }
    return true;
  }
}
