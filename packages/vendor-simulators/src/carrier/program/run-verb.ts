import { beHeard, type ProgramRun } from '../calls/speak.ts';
import { dial } from '../dial/dial.ts';
import { startRecording } from '../recordings/record-call.ts';
import type { Program } from '../requests/program.ts';
import type { Verb } from '../twiml/parse-twiml.ts';
import { resolveUrl } from '../twiml/resolve-url.ts';
import { resolveCallback } from '../twiml/start-markup.ts';
import { connectRelay } from './connect-relay.ts';
import { gather } from './gather.ts';
import type { Step } from './step.ts';

/** Runs a verb of a document that came from the base URL. */
export async function runVerb(run: ProgramRun, verb: Verb, base: string | undefined): Promise<Step> {
  const { context, call } = run;
  switch (verb.verb) {
    case 'Say':
    case 'Play':
    case 'Pause':
      await beHeard(run, verb);
      return 'next';
    case 'Gather':
      return gather(run, verb, base);
    case 'Start':
      startRecording(context, call, resolveCallback(verb.recording, base));
      return 'next';
    case 'Redirect':
      return { goOnWith: { url: resolveUrl(verb.url, base), method: verb.method } };
    case 'Connect':
      return afterAction(verb.action, await connectRelay(run, verb, base));
    case 'Dial':
      return afterAction(verb.action, await dial(run, verb, base));
    case 'Reject':
      if (call.status === 'ringing') call.end(verb.reason === 'busy' ? 'busy' : 'no-answer');
      return { goOnWith: undefined };
    case 'Hangup':
      call.end('completed');
      return { goOnWith: undefined };
  }
}

/** Without an action, the next verb follows. */
function afterAction(action: string | undefined, answer: Program | undefined): Step {
  return action === undefined ? 'next' : { goOnWith: answer };
}
