import type { CallAction } from '../../actions/model/action.ts';
import { logger } from '../../platform/logger.ts';
import { isObject } from '../../platform/parse-json.ts';
import { storable } from '../../platform/storable.ts';
import type { ToolCall } from '../../vendors/model/llm-message.ts';
import { checkToolCall, type ValidCall } from '../model/actions/check-tool-call.ts';
import { asksToConfirm } from '../model/actions/confirmation.ts';
import { withKnownArguments } from '../model/actions/offered-tools.ts';
import type { Input } from '../model/actions/repeated-requests.ts';
import type { StepAction, ToolOutcome } from '../model/actions/tools.ts';
import type { ChosenAction } from '../model/change.ts';
import { PHRASES } from '../model/phrases.ts';
import { isLeaving } from '../model/session.ts';
import { languagesIn, nameOf } from '../model/spoken-language.ts';
import type { ModelEvent } from '../model/steps/model-events.ts';
import { dueAction, withoutSecrets } from '../model/steps/session-steps.ts';
import { scheduleCallback, sendText } from './agreed-actions.ts';
import { type ActionContext, beginExternalAction, type Outcome, type Rest } from './run-external-action.ts';

/** Checks tool calls and takes their actions side by side. Whatever fails, the results of the others are stored. */
export async function runToolCalls(
  calls: readonly ToolCall[],
  context: ActionContext,
): Promise<ToolOutcome[]> {
  await context.speech.pause();
  const begun: (readonly [ToolCall, Rest])[] = [];
  const failed = (error: unknown) => () => Promise.reject(error);
  for (const call of calls) begun.push([call, await begin(call, context).catch(failed)]);
  const outcomes: ToolOutcome[] = [];
  const failures: unknown[] = [];
  for (const [call, rest] of begun)
    await rest()
      .then(async (outcome) => outcomes.push(await afterResult({ call, ...outcome }, context)))
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return outcomes;
}

/** The steps go on with the result of an action. The model is asked again if that led to a step without words. */
async function afterResult(given: ToolOutcome, { log, speech, tools }: ActionContext): Promise<ToolOutcome> {
  // A service may repeat what it was given.
  const outcome = { ...given, output: withoutSecrets(given.output, log.session.steps) };
  const { call, output, again } = outcome;
  const isAction = tools.some(({ name, action }) => name === call.name && action.id !== null);
  const { error, result } = isObject(output) ? output : {};
  // An interruption kept it from being done.
  const isUndone = speech.interrupted.aborted && error === undefined && result === undefined;
  if (!isAction || isUndone || asksToConfirm(output) || !log.session.steps) return outcome;
  // The answer to what the contact said meanwhile takes the result, and says what follows.
  if (speech.interrupted.aborted && dueAction(log.session) === call.name) return outcome;
  const { left_step: left } = log.session;
  const move = await log.follow({
    type: 'result',
    action: call.name,
    output: result ?? output,
    failed: error !== undefined,
  });
  for (const words of move?.says ?? []) await speech.add(words);
  if (move?.says.length) return { ...outcome, again: false };
  const hasMoved = log.session.left_step !== left && !isLeaving(log.session);
  return { ...outcome, again: again || (hasMoved && !speech.hasOwnWords) };
}

const refusal = (error: string): Outcome => ({ output: { error }, again: true, refused: true });

/** Begins an action, or takes it. A call that is invalid has an error for the model as its output. */
async function begin(call: ToolCall, context: ActionContext): Promise<Rest> {
  const checked = checkToolCall(context.tools, call);
  if ('issue' in checked) {
    // A model may invent a name, also of the contact's words.
    const tool = context.tools.find(({ name }) => name === call.name)?.name;
    logger.warn('Tool call with invalid arguments.', { tool });
    return async () => refusal(checked.issue);
  }
  const trusted = withKnownArguments(checked, context.log.session);
  if ('issue' in trusted) return async () => refusal(trusted.issue);
  const outcome = await take(trusted, context);
  return typeof outcome === 'function' ? outcome : async () => outcome;
}

function take(
  { tool: { action }, input, consent }: ValidCall,
  context: ActionContext,
): Promise<Outcome | Rest> {
  const { language } = context.log.session.settings;
  const { goodbye, connecting, holding } = PHRASES[language];
  switch (action.type) {
    case 'report_do_not_call':
      return promiseNotToCall(context);
    case 'action_end_conversation':
      return actWhenPlayed(action, { input, words: goodbye }, context);
    case 'action_transfer_call':
    case 'action_add_to_conference':
      return actWhenPlayed(action, { input, words: connecting }, context);
    case 'action_set_hold':
      return actWhenPlayed(action, { input, words: holding }, context);
    case 'switch_language':
      return switchLanguage(input, context);
    case 'expect_keys':
      return expectKeys(input, context);
    case 'action_dtmf':
      return pressKeys(action, input, context);
    case 'action_send_text':
      return sendText(action, input, context);
    case 'action_schedule_callback':
      return scheduleCallback(action, input, context);
    case 'set_values':
    case 'confirm_value':
    case 'take_exit':
      return useStepTool(action, input, context);
    case 'action_external':
    case 'action_mcp':
      return beginExternalAction({ action, input, consent }, context);
  }
}

/** Stores an action that takes effect after the agent's words were played: the model's, or else `words`. */
async function actWhenPlayed(
  action: CallAction,
  { input, words }: { readonly input: Input; readonly words: string },
  { log, speech }: ActionContext,
): Promise<Outcome> {
  const output = {};
  if (!(await log.begin(action, { input: storable(input), output }))) speech.stop();
  else if (!speech.hasOwnWords) await speech.add(words);
  return { output, again: false };
}

/** Ends the call after the contact heard the promise. An interruption or a hang-up does not undo the do-not-call entry. */
async function promiseNotToCall({ log, speech }: ActionContext): Promise<Outcome> {
  if (!(await log.addToDoNotCallList())) speech.stop();
  else if (!speech.hasOwnWords) await speech.add(PHRASES[log.session.settings.language].not_called_again);
  return { output: {}, again: false };
}

/** Continues in another language of the agent. The model is asked again, and its answer is spoken in that language. */
async function switchLanguage(input: Input, { log, speech }: ActionContext): Promise<Outcome> {
  const wanted = languagesIn(log.session).find((language) => language === input.language);
  if (!wanted) return { output: { error: 'You do not speak this language.' }, again: true };
  if (!(await log.switchLanguage(wanted))) speech.stop();
  speech.language = wanted;
  return { output: { speak: nameOf(wanted) }, again: true };
}

/** Makes the agent wait for keys. The model is asked again only if it has not asked the contact for them itself. */
async function expectKeys(input: Input, { log, speech }: ActionContext): Promise<Outcome> {
  if (!(await log.expectKeys(Number(input.length)))) speech.stop();
  return { output: {}, again: !speech.hasOwnWords };
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

/** Sets values, confirms one, or leaves a step. The model is asked again if that was refused, or nothing was said. */
async function useStepTool(
  action: StepAction,
  input: Input,
  { log, speech }: ActionContext,
): Promise<Outcome> {
  // An answer that left the step needs no other one because of its further calls.
  const isLate = action.step !== log.session.steps?.step;
  const move = await log.follow(eventOf(action, input));
  if (!move) {
    speech.stop();
    return { output: {}, again: false };
  }
  for (const words of move.says) await speech.add(words);
  const isRefused = move.hints.length > 0;
  const again = move.says.length === 0 && ((isRefused && !isLate) || !speech.hasOwnWords);
  return { output: isRefused ? { error: move.hints.join(' ') } : {}, again };
}

function eventOf({ type, step }: StepAction, input: Input): ModelEvent {
  const name = String(input.name);
  switch (type) {
    case 'set_values': {
      const values = Object.entries(input).map(([value, words]) => [value, String(words)]);
      return { type: 'set', step, values: Object.fromEntries(values) };
    }
    case 'confirm_value':
      return { type: 'confirm', step, name };
    case 'take_exit':
      return { type: 'exit', step, name };
  }
}
