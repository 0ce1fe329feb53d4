import { setTimeout as wait } from 'node:timers/promises';
import { checkToolCall } from '../domain/conversations/check-tool-call.ts';
import type { ChosenAction } from '../domain/conversations/conversation.ts';
import type { ToolCall } from '../domain/conversations/model-message.ts';
import { PHRASES } from '../domain/conversations/phrases.ts';
import type { Tool } from '../domain/conversations/tools.ts';
import type { CallAction } from '../domain/records/action.ts';
import { storable } from '../domain/storable.ts';
import { logger } from '../runtime/logger.ts';
import type { ActionLog } from './action-log.ts';
import { askExternalService, externalAction } from './external-action.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { Speech } from './speech.ts';

/** Dependencies of an action. */
export interface ActionContext {
  readonly tools: readonly Tool[];
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly connection: RelayConnection;
  /** Aborts when the time for the answer is up. */
  readonly deadline: AbortSignal;
}

/** The result of a tool call. */
export interface ToolOutcome {
  readonly call: ToolCall;
  /** The output for the model. */
  readonly output: unknown;
  /** Whether the model is asked again with the output. */
  readonly again: boolean;
}

/** Milliseconds after which the callee hears that it takes a moment: silence may last 3 seconds at most. */
const PATIENCE_MS = 2_000;

type Input = Readonly<Record<string, unknown>>;
type Outcome = Omit<ToolOutcome, 'call'>;

/**
 * Checks a tool call and takes its action. Returns an error for the model if the action is unknown or its arguments are
 * invalid.
 */
export async function runToolCall(call: ToolCall, context: ActionContext): Promise<ToolOutcome> {
  const checked = checkToolCall(context.tools, call);
  await context.speech.pause();
  if ('fault' in checked) {
    logger.warn('The language model called a tool with invalid arguments.', { tool: call.name });
    return { call, output: { error: checked.fault }, again: true };
  }
  return { call, ...(await take(checked.tool.action, checked.input, context)) };
}

function take(action: Tool['action'], input: Input, context: ActionContext): Promise<Outcome> {
  const { language } = context.log.session.settings;
  const { goodbye, connecting, holding } = PHRASES[language];
  switch (action.type) {
    case 'report_do_not_call':
      return promiseNotToCall(context);
    case 'action_end_conversation':
      return actWhenHeard(action, { input, words: goodbye }, context);
    case 'action_transfer_call':
    case 'action_add_to_conference':
      return actWhenHeard(action, { input, words: connecting }, context);
    case 'action_set_hold':
      return actWhenHeard(action, { input, words: holding }, context);
    case 'action_dtmf':
      return pressKeys(action, input, context);
    case 'action_external':
      return askService(action, input, context);
  }
}

/**
 * Stores an action that takes effect after the agent's words about it were heard. Speaks `words` if the model said
 * nothing itself.
 */
async function actWhenHeard(
  action: CallAction,
  { input, words }: { readonly input: Input; readonly words: string },
  { log, speech }: ActionContext,
): Promise<Outcome> {
  const output = {};
  if (!(await log.begin(action, { input: storable(input), output }))) speech.stop();
  else if (!speech.hasOwnWords) await speech.add(words);
  return { output, again: false };
}

/** Ends the call after the callee heard the promise. An interruption or a hang-up does not undo the do-not-call entry. */
async function promiseNotToCall({ log, speech }: ActionContext): Promise<Outcome> {
  if (!(await log.addToDoNotCallList())) speech.stop();
  else if (!speech.hasOwnWords) await speech.add(PHRASES[log.session.settings.language].not_called_again);
  return { output: {}, again: false };
}

async function pressKeys(
  action: ChosenAction,
  input: Input,
  { log, speech, connection }: ActionContext,
): Promise<Outcome> {
  const digits = String(input.digits);
  const output = { pressed: digits };
  const isSent =
    (await log.begin(action, { input: storable(input), output })) &&
    (await connection.send({ type: 'sendDigits', digits }));
  if (!isSent) speech.stop();
  return { output, again: false };
}

/** The callee always hears of a failure, and of a success if the action says so. */
async function askService(
  action: CallAction,
  input: Input,
  { log, speech, deadline }: ActionContext,
): Promise<Outcome> {
  const { session } = log;
  const config = externalAction.parse(action.config);
  if (config.speak_on_send && speech.isEmpty) await speech.add(PHRASES[session.settings.language].moment);
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const asked = askExternalService(config, { callId: session.call_id, payload: input, deadline });
  const isSlow = await Promise.race([asked.then(() => false), wait(PATIENCE_MS, true, { ref: false })]);
  if (isSlow && speech.isEmpty) await speech.add(PHRASES[session.settings.language].moment);
  const answer = await asked;
  const output = storable({ ...answer });
  await log.add(action, { input: storable(input), output });
  if ('error' in answer) return { output, again: true };
  if (answer.agent_message) await speech.add(answer.agent_message);
  return { output, again: config.speak_on_receive && !answer.agent_message };
}
