import { once } from 'node:events';
import { pause } from '../../http/pause.ts';
import { askAction } from '../calls/ask-action.ts';
import { beHeard, type ProgramRun } from '../calls/speak.ts';
import type { Gather } from '../twiml/gather-markup.ts';
import { resolveUrl } from '../twiml/resolve-url.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import type { Step } from './step.ts';

/**
 * Waits for keys while the other party hears something, and reports them to the action. Without keys, the next verb
 * follows.
 */
export async function gather(run: ProgramRun, verb: Gather, base: string | undefined): Promise<Step> {
  const keys = await keysOf(run, verb);
  run.signal.throwIfAborted();
  if (keys === undefined && !verb.actionOnEmptyResult) return 'next';
  const url = verb.action === undefined ? base : resolveUrl(verb.action, base);
  if (url === undefined) throw new TwimlError(12200, 'Schema validation: <Gather> needs an action here.');
  const params = { Digits: keys ?? '', msg: 'Gather End' };
  return { goOnWith: await askAction(run, { url, params }) };
}

/** The keys that the other party presses; undefined if there are none in time. The first key stops what they hear. */
async function keysOf(run: ProgramRun, verb: Gather): Promise<string | undefined> {
  const { context, call } = run;
  const [isHeard, isPressed, isOver] = [new AbortController(), new AbortController(), new AbortController()];
  let digits = '';
  let isComplete = false;
  const signal = AbortSignal.any([run.signal, isOver.signal]);
  const person = play(run, {
    signal,
    heard: isHeard.signal,
    press: (pressed) => {
      for (const key of pressed) {
        if (isComplete) return;
        isComplete = key === verb.finishOnKey;
        if (!isComplete) digits += key;
        isComplete ||= digits.length === verb.numDigits;
      }
      isPressed.abort();
      if (isComplete) isOver.abort();
    },
  });
  await untilAborted(AbortSignal.any([signal, isPressed.signal]), async (silenced) => {
    for (const spoken of verb.heard) await beHeard({ ...run, signal: silenced }, spoken);
  });
  isHeard.abort();
  // A person at the keyboard needs more time.
  const pace = call.callee.interactive ? 1 : context.pace;
  await untilAborted(signal, (completed) => pause(verb.timeoutSeconds * 1000 * pace, completed));
  isOver.abort();
  await person;
  return digits === '' && !isComplete ? undefined : digits;
}

interface Listening {
  readonly signal: AbortSignal;
  /** Aborts when the other party has heard everything. */
  readonly heard: AbortSignal;
  readonly press: (digits: string) => void;
}

/**
 * Plays a party who listens: they wait, press keys and hang up, and keep their words until another party hears them.
 */
function play({ call }: ProgramRun, { signal, heard, press }: Listening): Promise<void> {
  return untilAborted(signal, async () => {
    for (;;) {
      const line = await call.lines.next(signal);
      if ('dtmf' in line) {
        // With `after_words`, the key is pressed while they hear something.
        if (line.after_words === undefined && !heard.aborted) await once(heard, 'abort', { signal });
        // What they hear may have ended with the call.
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

/** An abort is the normal end of these activities; any other error is an internal fault. */
async function untilAborted(
  signal: AbortSignal,
  activity: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  try {
    await activity(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
