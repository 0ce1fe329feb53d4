import { pause } from '../http/pause.ts';
import { answerCall } from './answer-call.ts';
import type { Program } from './call.ts';
import { connectRelay } from './connect-relay.ts';
import { resolveUrl } from './resolve-url.ts';
import { signedPost } from './signed-post.ts';
import { type ProgramRun, speak } from './speak.ts';
import { parseTwiml, type Verb } from './twiml.ts';
import { TwimlError } from './twiml-error.ts';
import { voiceParameters } from './voice-parameters.ts';

type Document = Extract<Program, { twiml: string }>;

/** Carries out one document; gives the next, or undefined when the call is to be hung up. */
export async function runProgram(run: ProgramRun, program: Program): Promise<Program | undefined> {
  const document = 'twiml' in program ? program : await fetchDocument(run, program.url, program.method);
  for (const verb of parseTwiml(document.twiml)) {
    run.signal.throwIfAborted();
    if (isHeard(verb)) answerCall(run.context, run.call);
    switch (verb.verb) {
      case 'Say':
        for (let time = 0; time < verb.loop; time += 1) await speak(run, verb.text);
        break;
      case 'Pause':
        await pause(verb.seconds * 1000 * run.context.pace, run.signal);
        break;
      case 'Redirect':
        return { url: resolveUrl(verb.url, document.base), method: verb.method };
      case 'Connect': {
        const action = verb.action === undefined ? undefined : resolveUrl(verb.action, document.base);
        const answer = await connectRelay(run, verb, action);
        // Without an action the call goes on with the next verb.
        if (action !== undefined) return answer;
        break;
      }
      case 'Reject':
        if (run.call.status === 'ringing') run.call.end(verb.reason === 'busy' ? 'busy' : 'no-answer');
        return undefined;
      case 'Hangup':
        return undefined;
    }
  }
  return undefined;
}

/** While a call rings, the vendor can wait, look elsewhere for instructions or reject it; it answers it for anything else. */
function isHeard({ verb }: Verb): boolean {
  return verb !== 'Pause' && verb !== 'Redirect' && verb !== 'Reject';
}

async function fetchDocument(run: ProgramRun, url: string, method: 'POST' | 'GET'): Promise<Document> {
  const params = voiceParameters(run.call);
  const answer = await signedPost({ ...run, purpose: 'twiml', url, method, params });
  if (!answer) throw new TwimlError(11205, `The instructions could not be fetched from ${url}.`);
  if (answer.status !== 200) throw new TwimlError(11200, `${url} answered ${answer.status}.`);
  return { twiml: answer.body, base: url };
}
