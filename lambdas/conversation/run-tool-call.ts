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

/** What taking an action reaches. */
export interface ActionContext {
  readonly tools: readonly Tool[];
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly connection: RelayConnection;
  /** Aborted when there is no time left. */
  readonly deadline: AbortSignal;
}

/** What came of a tool call. */
export interface ToolOutcome {
  readonly call: ToolCall;
  /** For the model. */
  readonly output: unknown;
  /** Whether the model is to say something of it. */
  readonly again: boolean;
}

/** The callee hears something when another service takes longer than this, in milliseconds: silence is for 3 seconds at most. */
const PATIENCE_MS = 2_000;

type Input = Readonly<Record<string, unknown>>;
type Outcome = Omit<ToolOutcome, 'call'>;

/** Does what the model asks for, if it may: what is not an action of the agent, or does not fit it, is never done. */
export async function runToolCall(call: ToolCall, context: ActionContext): Promise<ToolOutcome> {
  const checked = checkToolCall(context.tools, call);
  await context.speech.pause();
  if ('fault' in checked) {
    logger.warn('The language model asked for something that cannot be done.', { tool: call.name });
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
      return announce(action, { input, words: goodbye }, context);
    case 'action_transfer_call':
    case 'action_add_to_conference':
      return announce(action, { input, words: connecting }, context);
    case 'action_set_hold':
      return announce(action, { input, words: holding }, context);
    case 'action_dtmf':
      return pressKeys(action, input, context);
    case 'action_external':
      return askService(action, input, context);
  }
}

/** An action that comes into effect when what the agent says of it was heard: the model's words, or else these. */
async function announce(
  action: CallAction,
  { input, words }: { readonly input: Input; readonly words: string },
  { log, speech }: ActionContext,
): Promise<Outcome> {
  const output = {};
  if (!(await log.begin(action, { input: storable(input), output }))) speech.stop();
  else if (!speech.hasOwnWords) await speech.add(words);
  return { output, again: false };
}

/** The call ends when the caller has heard the promise; an interruption or a hang-up does not undo it. */
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

/** The callee hears of a failure in any case, and of a success if the action says so. */
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
