import type { CallAction } from '../../actions/model/action.ts';
import { logger } from '../../platform/logger.ts';
import { storable } from '../../platform/storable.ts';
import type { ToolCall } from '../../vendors/model/llm-message.ts';
import { checkToolCall, type ValidCall } from '../model/actions/check-tool-call.ts';
import { withKnownArguments } from '../model/actions/known-arguments.ts';
import type { Tool, ToolOutcome } from '../model/actions/tools.ts';
import type { ChosenAction } from '../model/actions/triggers.ts';
import { PHRASES } from '../model/phrases.ts';
import { languagesIn, nameOf } from '../model/spoken-language.ts';
import type { Connection } from '../ports.ts';
import { afterResult } from './after-result.ts';
import { beginExternalAction, type Rest, type ServiceContext } from './run-external-action.ts';
import { scheduleCallback } from './schedule-callback.ts';
import { sendText, type TextContext } from './send-text.ts';
import { useStepTool } from './use-step-tool.ts';

export interface ActionContext extends ServiceContext, TextContext {
  readonly tools: readonly Tool[];
  readonly connection: Connection;
}

type Input = Readonly<Record<string, unknown>>;
type Outcome = Omit<ToolOutcome, 'call'>;

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
