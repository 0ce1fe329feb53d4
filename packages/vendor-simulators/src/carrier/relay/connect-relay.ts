import { once } from 'node:events';
import { pause, untilAborted } from '../../http/pause.ts';
import { type Line, utteranceOf } from '../callees/callee-config.ts';
import type { Call } from '../calls/call.ts';
import type { Connect } from '../twiml/markup.ts';
import { askAction, type ProgramRun, type Step } from '../verbs.ts';
import { RelaySession } from './relay.ts';

/** Milliseconds, in real time, until a person answers, greets a silent line, and hangs up. */
const THINKING_MS = 600;
const SILENT_LINE_MS = 1_500;
const LINGERING_MS = 1_500;

/** Runs a conversation to its end, reports it to the action, and goes on with the action's instructions. */
export async function connectRelay(run: ProgramRun, connect: Connect): Promise<Step> {
  const { context, call } = run;
  let callee: Promise<void> = Promise.resolve();
  const session: RelaySession = new RelaySession({
    ...run,
    connect,
    onBegin: () => {
      callee = playCallee(run, session, Boolean(connect.relay.welcomeGreeting));
    },
  });
  call.relay = session;
  const { status, handoffData, error } = await session.result;
  call.relay = undefined;
  await callee;
  context.closing.throwIfAborted();
  if (error) call.log.add({ type: 'error', code: error.code, message: error.message });
  const result = {
    SessionId: session.id,
    SessionStatus: status,
    SessionDuration: String(Math.round((Date.now() - session.startedAt) / 1000)),
    ...(handoffData !== undefined && { HandoffData: handoffData }),
    ...(error && { ErrorCode: String(error.code), ErrorMessage: error.message }),
  };
  return { goOnWith: await askAction(run, connect.action, result) };
}

interface Part {
  readonly session: RelaySession;
  readonly call: Call;
  readonly pace: number;
}

/** Plays the callee until the session is over: the rest of the script, typed lines, then the hang-up. */
async function playCallee(
  { call, context: { pace } }: ProgramRun,
  session: RelaySession,
  isGreeted: boolean,
): Promise<void> {
  const part = { session, call, pace };
  const { callee, lines } = call;
  const ear = new Ear(part, isGreeted);
  await untilAborted(session.signal, async (signal) => {
    while (callee.interactive || !lines.isEmpty) await perform(part, ear, await lines.next(signal));
    await ear.untilAnswered();
    // An agent that says goodbye may hang up first.
    await pause(LINGERING_MS * pace, signal);
    call.hangUp();
  });
}

async function perform(part: Part, ear: Ear, line: Line): Promise<void> {
  const { session, call, pace } = part;
  const { lines } = call;
  if ('wait_ms' in line) {
    await pause(line.wait_ms, session.signal);
    return lines.drop();
  }
  if ('hang_up' in line) {
    lines.drop();
    return call.hangUp();
  }
  if ('until' in line) {
    if (line.until === 'answered') await ear.untilAnswered();
    else await once(session.signal, 'abort');
    return lines.drop();
  }
  if ('beep' in line) {
    lines.drop();
    session.note('The machine beeps.');
    return call.beeped.abort();
  }
  if ('drop' in line || 'fail' in line || 'echo' in line) {
    if (line.after_words !== undefined) await ear.untilSpeaking(line.after_words);
    lines.drop();
    if ('drop' in line) session.drop(line.drop);
    else if ('fail' in line) session.fail(line.fail);
    else if (await session.echo()) ear.expectAnswer();
    return;
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

  /** `isGreeted`: the agent speaks first. */
  constructor(part: Part, isGreeted: boolean) {
    this.#part = part;
    this.#isAnswerExpected = isGreeted;
  }

  expectAnswer(): void {
    this.#answersBefore = this.#part.session.answers;
    // An interactive callee speaks at any time.
    this.#isAnswerExpected = !this.#part.call.callee.interactive;
  }

  /** Resolves when the agent has answered and is silent. */
  async untilAnswered(): Promise<void> {
    const { session, pace } = this.#part;
    const isFirst = !this.#isAnswerExpected && session.answers === 0;
    if (isFirst && !this.#part.call.callee.interactive) await pause(SILENT_LINE_MS * pace, session.signal);
    await this.#until(() => !session.speech.isSpeaking && (!this.#isAnswerExpected || this.#hasAnswer()));
  }

  /** Resolves after this number of words of the agent's answer, or after a shorter answer. */
  async untilSpeaking(words: number): Promise<void> {
    const { speech } = this.#part.session;
    if (this.#part.call.callee.interactive) return;
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
    const { session, call } = this.#part;
    const { patience_ms: patienceMs } = call.callee;
    while (!condition()) {
      if (await session.speech.changes.next(session.signal, patienceMs)) continue;
      session.note(`The agent was not heard for ${patienceMs} ms: the callee goes on.`);
      return false;
    }
    return true;
  }
}
