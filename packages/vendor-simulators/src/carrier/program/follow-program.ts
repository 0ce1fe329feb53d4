import { answerCall } from '../calls/answer-call.ts';
import { speak } from '../calls/speak.ts';
import type { Program } from '../requests/program.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import { runProgram } from './run-program.ts';

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
    if (!fallback || call.over.aborted) throw error;
    const { code, url } = report(call, error);
    const params = { ErrorCode: String(code), ...(url !== undefined && { ErrorUrl: url }) };
    await follow(context, call, { ...fallback, params });
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
