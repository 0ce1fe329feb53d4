import { isObject } from '../../platform/parse-json.ts';
import { asksToConfirm } from '../model/actions/confirmation.ts';
import type { Tool, ToolOutcome } from '../model/actions/tools.ts';
import { isLeaving } from '../model/session.ts';
import { withoutSecrets } from '../model/steps/secure-words.ts';
import { dueAction } from '../model/steps/session-steps.ts';
import type { ActionLog } from './action-log.ts';
import type { Speech } from './speech.ts';

interface ResultContext {
  readonly log: ActionLog;
  readonly speech: Speech;
  readonly tools: readonly Tool[];
}

/** The steps go on with the result of an action. The model is asked again if that led to a step without words. */
export async function afterResult(
  given: ToolOutcome,
  { log, speech, tools }: ResultContext,
): Promise<ToolOutcome> {
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
