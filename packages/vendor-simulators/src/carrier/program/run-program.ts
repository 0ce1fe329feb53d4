import { z } from 'zod';
import { voiceParameters } from '../callbacks/voice-parameters.ts';
import { requestWebhook } from '../callbacks/webhook-request.ts';
import { answerCall } from '../calls/answer-call.ts';
import { askAction } from '../calls/ask-action.ts';
import type { ProgramRun } from '../calls/speak.ts';
import { beHeard } from '../calls/speak.ts';
import { dial } from '../dial/dial.ts';
import { startRecording } from '../recordings/record-call.ts';
import { playCallee } from '../relay/play-callee.ts';
import { RelaySession } from '../relay/relay.ts';
import type { RelayResult } from '../relay/relay-options.ts';
import type { Program } from '../requests/program.ts';
import type { Connect } from '../twiml/connect-markup.ts';
import { parseConnect } from '../twiml/connect-markup.ts';
import { type Dial, parseDial } from '../twiml/dial-markup.ts';
import { type Gather, parseGather } from '../twiml/gather-markup.ts';
import { resolveUrl } from '../twiml/resolve-url.ts';
import { parseSpoken, type SpokenVerb } from '../twiml/spoken-markup.ts';
import { parseStart, resolveCallback, type StartRecording } from '../twiml/start-markup.ts';
import { attributes, method } from '../twiml/twiml-attributes.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import { parseXmlElements, type XmlElement } from '../twiml/xml-elements.ts';
import { gather } from './gather.ts';
import type { Step } from './step.ts';

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
  { url, params: further }: Extract<Program, { url: string }>,
): Promise<Document> {
  const { call } = run;
  // A call that waited for answering-machine detection reports the result here.
  const verdict = call.request.machineDetection?.isAsync ? undefined : call.verdict;
  const params = { ...voiceParameters(call), ...verdict, ...further };
  const answer = await requestWebhook({ ...run, purpose: 'twiml', url, params });
  if (!answer) throw new TwimlError(11205, `The instructions could not be fetched from ${url}.`, url);
  if (answer.status !== 200) throw new TwimlError(11200, `${url} answered ${answer.status}.`, url);
  return { twiml: answer.body, base: url };
}

async function runVerb(run: ProgramRun, verb: Verb, base: string | undefined): Promise<Step> {
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
      return { goOnWith: { url: resolveUrl(verb.url, base) } };
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

/** Runs a conversation to its end, reports it to the action, and returns the action's instructions. */
async function connectRelay(
  run: ProgramRun,
  connect: Connect,
  base: string | undefined,
): Promise<Program | undefined> {
  const { context, call, signal } = run;
  const action = connect.action === undefined ? undefined : resolveUrl(connect.action, base);
  let callee: Promise<void> = Promise.resolve();
  const session: RelaySession = new RelaySession({
    context,
    call,
    connect,
    signal,
    onBegin: () => {
      const isGreeted = Boolean(connect.relay.welcomeGreeting);
      callee = playCallee({
        session,
        callee: call.callee,
        lines: call.lines,
        pace: context.pace,
        isGreeted,
      });
    },
  });
  const result = await session.result;
  await callee;
  context.closing.throwIfAborted();
  if (result.error) call.log.add({ type: 'error', code: result.error.code, message: result.error.message });
  if (action === undefined) return undefined;
  return askAction(run, { url: action, params: sessionParameters(session, result) });
}

function sessionParameters(session: RelaySession, result: RelayResult): Record<string, string> {
  return {
    SessionId: session.id,
    SessionStatus: result.status,
    SessionDuration: String(Math.round((Date.now() - session.startedAt) / 1000)),
    ...(result.handoffData === undefined ? {} : { HandoffData: result.handoffData }),
    ...(result.error ? { ErrorCode: String(result.error.code), ErrorMessage: result.error.message } : {}),
  };
}

type Verb =
  | SpokenVerb
  | { readonly verb: 'Redirect'; readonly url: string }
  | { readonly verb: 'Hangup' }
  | { readonly verb: 'Reject'; readonly reason: 'rejected' | 'busy' }
  | Connect
  | Dial
  | Gather
  | StartRecording;

const nothing = z.strictObject({});
const redirect = z.strictObject({ method });
const reject = z.strictObject({ reason: z.enum(['rejected', 'busy']).default('rejected') });

/** Parses a TwiML document. Throws the error of the vendor's debugger for anything undocumented. */
function parseTwiml(xml: string): Verb[] {
  const [root, ...others] = parseXmlElements(xml);
  if (root?.name !== 'Response' || others.length > 0) {
    throw new TwimlError(12100, 'Document parse failure: the root element must be <Response>.');
  }
  return root.children.map(parseVerb);
}

function parseVerb(element: XmlElement): Verb {
  const spoken = parseSpoken(element);
  if (spoken) return spoken;
  switch (element.name) {
    case 'Redirect':
      return { verb: 'Redirect', url: element.text.trim(), ...attributes(element, redirect) };
    case 'Hangup':
      attributes(element, nothing);
      return { verb: 'Hangup' };
    case 'Reject':
      return { verb: 'Reject', ...attributes(element, reject) };
    case 'Connect':
      return parseConnect(element);
    case 'Start':
      return parseStart(element);
    case 'Dial':
      return parseDial(element);
    case 'Gather':
      return parseGather(element);
    default:
      throw new TwimlError(
        12200,
        `Schema validation: <${element.name}> is not a verb that this carrier knows.`,
      );
  }
}
