import { answerCall } from './answer-call.ts';
import type { Program } from './call.ts';
import { runVerb } from './run-verb.ts';
import { signedPost } from './signed-post.ts';
import type { ProgramRun } from './speak.ts';
import { parseTwiml, type Verb } from './twiml.ts';
import { TwimlError } from './twiml-error.ts';
import { voiceParameters } from './voice-parameters.ts';

type Document = Extract<Program, { twiml: string }>;

/** Carries out one document; gives the next, or undefined when the call is to be hung up. */
export async function runProgram(run: ProgramRun, program: Program): Promise<Program | undefined> {
  if ('enter' in program) {
    await program.enter(run);
    run.signal.throwIfAborted();
    return undefined;
  }
  const document = 'twiml' in program ? program : await fetchDocument(run, program.url, program.method);
  for (const verb of parseTwiml(document.twiml)) {
    run.signal.throwIfAborted();
    if (answers(verb)) answerCall(run.context, run.call);
    const step = await runVerb(run, verb, document.base);
    if (step !== 'next') return step.goOnWith;
  }
  return undefined;
}

/** While a call rings, the vendor can wait, look elsewhere for instructions or reject it; it answers it for anything else. */
function answers(verb: Verb): boolean {
  if (verb.verb === 'Dial') return !verb.answerOnBridge;
  return verb.verb !== 'Pause' && verb.verb !== 'Redirect' && verb.verb !== 'Reject';
}

async function fetchDocument(run: ProgramRun, url: string, method: 'POST' | 'GET'): Promise<Document> {
  const { call } = run;
  // A call that waited for the verdict on who answered tells it here.
  const verdict = call.request.machineDetection?.isAsync ? undefined : call.verdict;
  const params = { ...voiceParameters(call), ...verdict };
  const answer = await signedPost({ ...run, purpose: 'twiml', url, method, params });
  if (!answer) throw new TwimlError(11205, `The instructions could not be fetched from ${url}.`);
  if (answer.status !== 200) throw new TwimlError(11200, `${url} answered ${answer.status}.`);
  return { twiml: answer.body, base: url };
}
