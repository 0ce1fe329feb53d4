import { externalAction, type ServiceAnswer } from '../../actions/model/external-service.ts';
import { storable } from '../../platform/storable.ts';
import { asksToConfirm, repliesTo, summaryOf } from '../model/actions/confirmation.ts';
import { type ExternalCall, type ExternalRequest, mayRepeat } from '../model/actions/repeated-requests.ts';
import type { Tool, ToolOutcome } from '../model/actions/tools.ts';
import { maskKeysWithin } from '../model/keys/keypad.ts';
import { PHRASES } from '../model/phrases.ts';
import { type ActionTurn, isSpoken } from '../model/session.ts';
import { withoutSecrets } from '../model/steps/session-steps.ts';
import { isAgreement } from '../model/words/find-quotations.ts';
import { realWait, type Wait } from '../ports.ts';
import { awaitActionResult } from '../waits.ts';
import type { ActionLog, Answering } from './action-log.ts';
import type { Speech } from './speech.ts';

/** An answer whose model has called tools. */
export interface ActionContext extends Answering {
  readonly tools: readonly Tool[];
}

export type Outcome = Omit<ToolOutcome, 'call'>;

/** The rest of an action that has begun: waits for its result, and stores it. */
export type Rest = () => Promise<Outcome>;

/** Milliseconds after which the agent asks the contact to wait: silence may last 3 seconds at most. */
const PATIENCE_MS = 2_000;

/** Calls the user's service, unless this was done, or the contact has to agree first. */
export async function beginExternalAction(call: ExternalCall, context: ActionContext): Promise<Rest> {
  const { log, speech, now } = context;
  const settings = externalAction.parse(call.action.config);
  const request = log.requestOf(call);
  const { result, sentAt, key, turn } = request;
  if (result && !mayRepeat(result.action.output, settings)) return () => repeated(call, result, context);
  if (settings.confirm && sentAt === undefined) {
    const outcome = await askToConfirm(call, context);
    if (outcome) return async () => outcome;
  }
  if (settings.speak_on_send && speech.isEmpty) await speech.fill(moment(log));
  // The request may change something in the user's service, and cannot be taken back.
  const mayAct = async () => sentAt !== undefined || log.mayRequest({ key, turn, at: now().toISOString() });
  if (!speech.interrupted.aborted && !(await mayAct())) speech.stop();
  if (speech.interrupted.aborted) return async () => ({ output: {}, again: false });
  return asked(call, request, context);
}

/** Sends the request, or waits for the result of one that was sent. */
function asked(call: ExternalCall, request: ExternalRequest, context: ActionContext): Rest {
  const { log, speech, now, deadline, wait = realWait, askService } = context;
  const { call_id: callId, rehearsal } = log.session;
  const { key, turn, sentAt } = request;
  const begunMs = now().getTime();
  const details = { payload: call.input, idempotencyKey: key, isRehearsal: rehearsal !== undefined };
  const asking: ReturnType<typeof awaitResult> =
    sentAt === undefined
      ? askService(call.action, { callId, deadline, ...details })
      : awaitResult(request, context);
  const isSlow = isSlowerThan(PATIENCE_MS, asking, wait);
  return async () => {
    const filling = isSlow.then((slow) => (slow && speech.isEmpty ? speech.fill(moment(log)) : undefined));
    // A lost connection may hold up the filler; the result is stored meanwhile.
    filling.catch(() => undefined);
    const answer = await asking;
    if (!answer) return { output: {}, again: false };
    if ('number' in answer) return repeated(call, answer, context);
    const output = storable({ ...answer });
    const facts = { took_ms: now().getTime() - begunMs, ...('error' in answer && { failed: true }) };
    const run = { input: storable(call.input), output, ...facts };
    await log.add(call.action, { ...run, request: { key, turn, answer: speech.progress } });
    await filling;
    return tell(output, { call, speech });
  };
}

const moment = ({ session }: ActionLog) => PHRASES[session.settings.language].moment;

async function isSlowerThan(ms: number, asking: Promise<unknown>, wait: Wait): Promise<boolean> {
  const answered = new AbortController();
  const patience = wait(ms, answered.signal).then(
    () => true,
    () => false,
  );
  const isSlow = await Promise.race([asking.then(() => false), patience]);
  answered.abort();
  return isSlow;
}

const LOST: ServiceAnswer = { error: 'The answer of the service was lost.', outcome: 'unknown' };

/** The result of a request that another invocation sent. Undefined if the contact speaks meanwhile. */
async function awaitResult(
  { key, sentAt = '' }: ExternalRequest,
  { log, speech, deadline, ...context }: ActionContext,
): Promise<ActionTurn | ServiceAnswer | undefined> {
  const found = await awaitActionResult(sentAt, context, async () => {
    const turns = await log.latestTurns();
    const result = turns.findLast((turn): turn is ActionTurn => !isSpoken(turn) && turn.request?.key === key);
    if (result) return result;
    if (speech.interrupted.aborted || !(await log.mayAct())) return 'superseded';
    return deadline.aborted ? LOST : undefined;
  });
  return found === 'superseded' ? undefined : (found ?? LOST);
}

const DONE_BEFORE = 'This was done before; it was not done again.';

/** Answers a repeated call from the first one. Its message is spoken unless this answer has said it. */
async function repeated(call: ExternalCall, { action, number }: ActionTurn, context: ActionContext) {
  const { output } = action;
  const note = 'error' in output ? {} : { note: DONE_BEFORE };
  const { again } = await tell(output, {
    call,
    speech: context.log.has(number) ? undefined : context.speech,
  });
  return { output: { ...output, ...note }, again };
}

/** Speaks the message of a service. The model speaks about a failure always, and about a success if the action says so. */
async function tell(
  output: Readonly<Record<string, unknown>>,
  { call, speech }: { readonly call: ExternalCall; readonly speech: Speech | undefined },
): Promise<Outcome> {
  if ('error' in output) return { output, again: true };
  const { agent_message: message } = output;
  if (typeof message === 'string') await speech?.add(message);
  return { output, again: call.action.config.speak_on_receive === true && message === undefined };
}

/** Asks the contact to agree to these arguments. Returns undefined if they did, and the action may run. */
async function askToConfirm(
  call: ExternalCall,
  { log, speech }: ActionContext,
): Promise<Outcome | undefined> {
  const { session, turns } = log;
  const shown = {
    ...call,
    input: withoutSecrets(maskKeysWithin(storable(call.input), session.secret_keys), session.steps),
  };
  const replies = repliesTo(shown, turns);
  if (call.consent && replies.length > 0)
    return isAgreement(call.consent, session, replies) ? undefined : NOT_AGREED;
  if (
    turns.some(
      ({ number, ...turn }) => log.has(number) && 'action' in turn && asksToConfirm(turn.action.output),
    )
  )
    return ASKS_ALREADY;
  const summary = summaryOf(shown, session);
  const output = { awaiting_confirmation: summary };
  if (!(await log.begin(call.action, { input: storable(call.input), output }))) speech.stop();
  else await speech.add(`${summary} ${PHRASES[session.settings.language].go_ahead}`);
  return { output, again: false };
}

const NOT_AGREED = {
  output: {
    error: 'The human did not say that when they were asked. Quote their whole answer, if it agrees.',
  },
  again: true,
};

const ASKS_ALREADY = {
  output: { error: 'The human is being asked about something else: wait for their answer.' },
  again: false,
};
