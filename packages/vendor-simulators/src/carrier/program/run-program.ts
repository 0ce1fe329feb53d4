import { voiceParameters } from '../callbacks/voice-parameters.ts';
import { requestWebhook } from '../callbacks/webhook-request.ts';
import { answerCall } from '../calls/answer-call.ts';
import type { ProgramRun } from '../calls/speak.ts';
import type { Program } from '../requests/program.ts';
import { parseTwiml, type Verb } from '../twiml/parse-twiml.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import { runVerb } from './run-verb.ts';

type Document = Extract<Program, { twiml: string }>;

/** Runs a document. Returns the next one, or undefined to hang up. */
export async function runProgram(run: ProgramRun, program: Program): Promise<Program | undefined> {
  if ('enter' in program) {
    await program.enter(run.signal);
    run.signal.throwIfAborted();
    return undefined;
  }
  const document = 'twiml' in program ? program : await fetchDocument(run, program);
  for (const verb of parseTwiml(document.twiml)) {
    run.signal.throwIfAborted();
    if (answers(verb)) answerCall(run.context, run.call);
    const step = await runVerb(run, verb, document.base);
    if (step !== 'next') return step.goOnWith;
  }
  return undefined;
}

/** Whether a verb answers the call. A ringing call can only wait, redirect or reject. */
function answers(verb: Verb): boolean {
  if (verb.verb === 'Dial') return !verb.answerOnBridge;
  return verb.verb !== 'Pause' && verb.verb !== 'Redirect' && verb.verb !== 'Reject';
}

async function fetchDocument(
  run: ProgramRun,
  { url, method, params: further }: Extract<Program, { url: string }>,
): Promise<Document> {
  const { call } = run;
  // A call that waited for answering-machine detection reports the result here.
  const verdict = call.request.machineDetection?.isAsync ? undefined : call.verdict;
  const params = { ...voiceParameters(call), ...verdict, ...further };
  const answer = await requestWebhook({ ...run, purpose: 'twiml', url, method, params });
  if (!answer) throw new TwimlError(11205, `The instructions could not be fetched from ${url}.`, url);
  if (answer.status !== 200) throw new TwimlError(11200, `${url} answered ${answer.status}.`, url);
  return { twiml: answer.body, base: url };
}
