import { once } from 'node:events';
import { pause, untilAborted } from '../http/pause.ts';
import { requestWebhook, voiceParameters } from './callbacks/webhook-request.ts';
import type { Call } from './calls/call.ts';
import type { Program } from './calls/call-request.ts';
import type { CarrierContext } from './context.ts';
import { speechMs } from './relay/speech.ts';
import type { Gather, SpokenVerb } from './twiml/markup.ts';
import { TwimlError } from './twiml/xml.ts';

/** A call that runs instructions until the signal aborts. */
export interface ProgramRun {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly signal: AbortSignal;
}

/** The next step after a verb: the document's next verb, or another document, if any. */
export type Step = 'next' | { readonly goOnWith: Program | undefined };

/** Answers a ringing call, and ends it at its time limit. An answered call stays unchanged. */
export function answerCall({ closing }: CarrierContext, call: Call): void {
  if (call.status !== 'ringing') return;
  call.become('in-progress');
  pause(call.request.timeLimitSeconds * 1000, AbortSignal.any([call.over, closing])).then(
    () => call.end('completed'),
    // The call ended in time, or the carrier closed.
    () => undefined,
  );
}

/** Says a text with the carrier's own voice. */
export async function speak({ context, call, signal }: ProgramRun, text: string): Promise<void> {
  call.log.add({ type: 'agent', text, source: 'carrier' });
  await pause(speechMs(text) * context.pace, signal);
  call.log.add({ type: 'agent_turn', text, interrupted: false });
}

/** Lets the other party of the call hear a verb to its end. */
export async function beHeard(run: ProgramRun, verb: SpokenVerb): Promise<void> {
  if (verb.verb === 'Say') await speak(run, verb.text);
  else await pause(verb.seconds * 1000 * run.context.pace, run.signal);
}

/** Reports a verb's result to its action, even after the call, and returns the action's instructions. */
export async function askAction(
  { context, call, signal }: ProgramRun,
  url: string,
  result: Readonly<Record<string, string>>,
): Promise<Program | undefined> {
  // A redirected call has left this verb, so its result is irrelevant.
  if (signal.aborted && !call.over.aborted) return undefined;
  const params = { ...voiceParameters(call), ...result };
  const answer = await requestWebhook(context, call, { purpose: 'action', url, params });
  if (call.over.aborted) return undefined;
  if (answer?.status !== 200) {
    throw new TwimlError(11200, `${url} answered ${answer?.status ?? 'nothing'}.`, url);
  }
  return answer.body === '' ? undefined : { twiml: answer.body };
}

/** Waits for keys while the other party hears something, and reports them, if any, to the action. */
export async function gather(run: ProgramRun, verb: Gather): Promise<Step> {
  const digits = await keysOf(run, verb);
  run.signal.throwIfAborted();
  return { goOnWith: await askAction(run, verb.action, { Digits: digits, msg: 'Gather End' }) };
}

/** The keys that the other party presses in time. The first key stops what they hear. */
async function keysOf(run: ProgramRun, verb: Gather): Promise<string> {
  const { context, call } = run;
  const [isHeard, isPressed, isOver] = [new AbortController(), new AbortController(), new AbortController()];
  let digits = '';
  const signal = AbortSignal.any([run.signal, isOver.signal]);
  const person = play(run, {
    signal,
    heard: isHeard.signal,
    press: (pressed) => {
      digits = (digits + pressed).slice(0, verb.numDigits);
      isPressed.abort();
      if (digits.length === verb.numDigits) isOver.abort();
    },
  });
  await untilAborted(AbortSignal.any([signal, isPressed.signal]), async (silenced) => {
    for (const spoken of verb.heard) await beHeard({ ...run, signal: silenced }, spoken);
  });
  isHeard.abort();
  // A person at the keyboard needs more time.
  const pace = call.callee.interactive ? 1 : context.pace;
  await untilAborted(signal, (completed) => pause(verb.timeout * 1000 * pace, completed));
  isOver.abort();
  await person;
  return digits;
}

interface Listening {
  readonly signal: AbortSignal;
  /** Aborts when the other party has heard everything. */
  readonly heard: AbortSignal;
  readonly press: (digits: string) => void;
}

/** Plays a party who listens: they wait, press keys, hang up, and keep their words until another is heard. */
function play({ call }: ProgramRun, { signal, heard, press }: Listening): Promise<void> {
  return untilAborted(signal, async () => {
    for (;;) {
      const line = await call.lines.next(signal);
      if ('dtmf' in line) {
        // With `after_words`, the key is pressed while they hear something.
        if (line.after_words === undefined && !heard.aborted) await once(heard, 'abort', { signal });
        // Playback may have ended with the call.
        signal.throwIfAborted();
        call.log.add({ type: 'digits', by: 'callee', digits: line.dtmf });
      } else if ('wait_ms' in line) await pause(line.wait_ms, signal);
      else if ('say' in line || 'interrupt' in line) await once(signal, 'abort');
      call.lines.drop();
      if ('dtmf' in line) press(line.dtmf);
      if ('hang_up' in line) call.hangUp();
    }
  });
}
