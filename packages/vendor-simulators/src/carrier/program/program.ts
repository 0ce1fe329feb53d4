import { requestWebhook, voiceParameters } from '../callbacks/webhook-request.ts';
import type { Call } from '../calls/call.ts';
import type { Program } from '../calls/call-request.ts';
import type { CarrierContext } from '../context.ts';
import { dial } from '../dial/dial.ts';
import { startRecording } from '../recordings/recording-operations.ts';
import { connectRelay } from '../relay/connect-relay.ts';
import { parseTwiml, type Verb } from '../twiml/markup.ts';
import { TwimlError } from '../twiml/xml.ts';
import { answerCall, beHeard, gather, type ProgramRun, type Step, speak } from '../verbs.ts';

/** The vendor's sentence to the callee after a failure of the application's instructions. */
const APOLOGY = 'We are sorry, an application error has occurred. Goodbye.';
/** Most documents of one call; more count as a loop. */
const MAX_PROGRAMS = 50;

/** Follows a call's instructions to their end, then hangs up. Only an answered call runs them. */
export async function followProgram(context: CarrierContext, call: Call, first: Program): Promise<void> {
  try {
    // The call may have been redirected before it began.
    await followOrFallBack(context, call, call.takeRedirect() ?? first);
    const { afterwards } = call.request;
    if (afterwards && !call.over.aborted) await follow(context, call, afterwards);
  } catch (error) {
    report(call, error);
    answerCall(context, call);
    await speak({ context, call, signal: AbortSignal.any([call.over, context.closing]) }, APOLOGY);
  }
  answerCall(context, call);
  call.end('completed');
}

/** After a failure the fallback's instructions follow, once: https://www.twilio.com/docs/usage/security/availability-reliability */
async function followOrFallBack(context: CarrierContext, call: Call, first: Program): Promise<void> {
  const { fallback } = call.request;
  try {
    await follow(context, call, first);
  } catch (error) {
    if (fallback === undefined || call.over.aborted) throw error;
    const { code, url } = report(call, error);
    const params = { ErrorCode: String(code), ...(url !== undefined && { ErrorUrl: url }) };
    await follow(context, call, { url: fallback, params });
  }
}

async function follow(context: CarrierContext, call: Call, first: Program): Promise<void> {
  let program: Program | undefined = first;
  for (let count = 0; program && !call.over.aborted; count += 1) {
    if (count >= MAX_PROGRAMS) throw new TwimlError(12205, 'The instructions redirect in a circle.');
    program = await runUntilRedirected(context, call, program);
  }
}

/** Logs an error in the instructions, and throws any other. */
function report(call: Call, error: unknown): TwimlError {
  if (!(error instanceof TwimlError)) throw error;
  call.log.add({ type: 'error', code: error.code, message: error.message });
  return error;
}

/** Runs a program until a redirect through the REST API stops it. */
async function runUntilRedirected(
  context: CarrierContext,
  call: Call,
  program: Program,
): Promise<Program | undefined> {
  const signal = AbortSignal.any([call.beginProgram(), context.closing]);
  try {
    const next = await runProgram({ context, call, signal }, program);
    return call.takeRedirect() ?? next;
  } catch (error) {
    if (!signal.aborted || error instanceof TwimlError) throw error;
    context.closing.throwIfAborted();
    return call.takeRedirect();
  }
}

/** Runs a document. Returns the next one, or undefined to hang up. */
async function runProgram(run: ProgramRun, program: Program): Promise<Program | undefined> {
  if ('enter' in program) {
    await program.enter(run.signal);
    run.signal.throwIfAborted();
    return undefined;
  }
  const twiml = 'twiml' in program ? program.twiml : await fetchDocument(run, program);
  for (const verb of parseTwiml(twiml)) {
    run.signal.throwIfAborted();
    // A ringing call can only redirect, and ring until the dialed party answers.
    if (verb.verb === 'Dial' ? !verb.answerOnBridge : verb.verb !== 'Redirect')
      answerCall(run.context, run.call);
    const step = await runVerb(run, verb);
    if (step !== 'next') return step.goOnWith;
  }
  return undefined;
}

async function fetchDocument(
  { context, call }: ProgramRun,
  { url, params: further }: Extract<Program, { url: string }>,
): Promise<string> {
  const params = { ...voiceParameters(call), ...further };
  const answer = await requestWebhook(context, call, { purpose: 'twiml', url, params });
  if (!answer) throw new TwimlError(11205, `The instructions could not be fetched from ${url}.`, url);
  if (answer.status !== 200) throw new TwimlError(11200, `${url} answered ${answer.status}.`, url);
  return answer.body;
}

async function runVerb(run: ProgramRun, verb: Verb): Promise<Step> {
  switch (verb.verb) {
    case 'Say':
    case 'Pause':
      await beHeard(run, verb);
      return 'next';
    case 'Gather':
      return gather(run, verb);
    case 'Start':
      startRecording(run.context, run.call, verb);
      return 'next';
    case 'Redirect':
      return { goOnWith: { url: verb.url } };
    case 'Connect':
      return connectRelay(run, verb);
    case 'Dial':
      return dial(run, verb);
    case 'Hangup':
      run.call.end('completed');
      return { goOnWith: undefined };
  }
}
