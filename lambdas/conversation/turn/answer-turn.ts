import { isRequest } from '../../actions/model/action.ts';
import { logger } from '../../platform/logger.ts';
import { isObject, tryParseJson } from '../../platform/parse-json.ts';
import { describeModelFailure } from '../../vendors/llm/model-failure.ts';
import type { ModelMessage, ToolCall } from '../../vendors/model/llm-message.ts';
import { asksToConfirm } from '../model/actions/confirmation.ts';
import { argumentsOfStep, doableTools } from '../model/actions/offered-tools.ts';
import type { Tool, ToolOutcome } from '../model/actions/tools.ts';
import { owedDisclosure } from '../model/disclosure.ts';
import { requestIn, toolMessages } from '../model/model-input.ts';
import { isLeaving } from '../model/session.ts';
import { dueAction } from '../model/steps/session-steps.ts';
import { realWait } from '../ports.ts';
import { awaitSupersession } from '../waits.ts';
import { ActionLog, type AnswerContext, type Answering } from './action-log.ts';
import { runToolCalls } from './run-tool-call.ts';
import { Speech } from './speech.ts';
import { TurnModels } from './turn-models.ts';

/** Milliseconds after which an answer is cut off. API Gateway waits 29 s for an invocation. */
const ANSWER_MS = 25_000;

/** Requests to the model in one turn. The last one offers no tools. */
const MAX_ROUNDS = 4;

/** Streams the answer and takes its actions. Returns the words, or undefined if the contact interrupted. */
export async function answerTurn(context: AnswerContext): Promise<string | undefined> {
  const { wait = realWait } = context;
  const leftMs = context.arrivedAt.getTime() + ANSWER_MS - context.now().getTime();
  const deadline = new AbortController();
  const answering = {
    ...context,
    speech: new Speech(context),
    log: new ActionLog(context),
    deadline: deadline.signal,
  };
  const { speech } = answering;
  const over = new AbortController();
  const cutOff = () => deadline.abort(new DOMException('The answer takes too long.', 'TimeoutError'));
  wait(Math.max(0, leftMs), over.signal).then(cutOff, () => undefined);
  const watching = stopIfSuperseded(context, speech, over.signal);
  try {
    await speakAndAct(answering);
    if (speech.interrupted.aborted) return undefined;
    if (!speech.isEmpty || speech.words !== '') await speech.finish();
  } catch (error) {
    if (speech.interrupted.aborted) return undefined;
    logger.error('The language model failed.', {
      callId: context.session.call_id,
      ...describeModelFailure(error),
    });
    context.times.failed();
    await speech.fail();
  } finally {
    over.abort();
    await watching;
  }
  return speech.interrupted.aborted ? undefined : speech.words.trim();
}

/** Follows the steps of the agent, then asks the model until it calls no tool, or nothing needs to be said any more. */
async function speakAndAct(answering: Answering): Promise<void> {
  const { turns, speech, knowledge, now, times, log, says = [], modelsOf } = answering;
  const disclosure = owedDisclosure({ session: log.session, turns }, now());
  if (disclosure !== undefined) await speech.disclose(disclosure);
  for (const words of says) await speech.add(words);
  await doDueActions(answering);
  if (speech.interrupted.aborted) return;
  // What the steps say is the answer.
  if (!speech.isEmpty || isLeaving(log.session) || answering.models.length === 0) return;
  const begunMs = now().getTime();
  const passages = await knowledge;
  times.gavePassages(passages, log.session.settings.vector_database);
  const past: ModelMessage[] = [];
  let models = new TurnModels(answering, now().getTime() - begunMs);
  let agent = log.session.handed_to?.agent;
  for (let round = 1; ; round++) {
    const { session } = log;
    if (session.handed_to?.agent !== agent)
      models = new TurnModels({ ...answering, session, models: modelsOf(session) }, 0);
    agent = session.handed_to?.agent;
    const { messages, tools } = requestIn({ session, turns }, passages);
    const mayUseTools = round < MAX_ROUNDS;
    const { length } = speech.words;
    const { text, calls } = await models.listen({ messages: [...messages, ...past], tools, mayUseTools });
    if (calls.length === 0 || !mayUseTools || speech.interrupted.aborted) return;
    // Models say that something is done before they know it.
    const isOurs = hasOwnWords(calls, tools);
    if (isOurs) speech.drop();
    const said = isOurs ? speech.words.slice(length).trim() : text;
    const outcomes = await act({ ...answering, tools }, calls);
    const isStill = await doDueActions(answering);
    const isOver = isAnswerOver(outcomes, answering) || !(isStill || outcomes.some(({ again }) => again));
    if (isOver || speech.interrupted.aborted) return;
    past.push(...toolMessages(said, outcomes));
  }
}

/** Takes the actions of steps that only do something. Returns whether they left the contact without words. */
async function doDueActions(answering: Answering): Promise<boolean> {
  const { log, speech } = answering;
  const { length } = speech.words;
  const tools = doableTools(log.session);
  let name = dueAction(log.session);
  if (name === undefined) return false;
  while (name !== undefined && !speech.interrupted.aborted && !isLeaving(log.session)) {
    const { steps: before } = log.session;
    const call = { id: `step_${name}`, name, arguments: JSON.stringify(argumentsOfStep(log.session, name)) };
    // The contact agrees to an action in words that only a model can quote.
    if (tools.some((tool) => tool.name === name && tool.consent !== undefined))
      await log.follow({ type: 'result', action: name, output: {}, failed: true });
    else await act({ ...answering, tools }, [call]);
    // The call is over, or the contact spoke: otherwise the action has run.
    if (log.session.steps === before) return false;
    name = dueAction(log.session);
  }
  return speech.words.length === length;
}

/** Whether nothing may follow: the agent leaves the call, or has asked the contact to confirm an action. */
const isAnswerOver = (outcomes: readonly ToolOutcome[], { log }: Answering) =>
  isLeaving(log.session) || outcomes.some(({ output }) => asksToConfirm(output));

/** Whether a call is of a tool of a step, which takes no action. */
const isOfStep = ({ name }: ToolCall, tools: readonly Tool[]) =>
  tools.some((tool) => tool.name === name && 'readBack' in tool.action);

const SKIPPED = {
  output: { error: 'Not done: the call is being left, or the human is asked first.' },
  again: false,
};

/** Takes the actions that the model requests, in order. Skips those after an action that ends the answer. */
async function act(
  answering: Answering & { readonly tools: readonly Tool[] },
  calls: readonly ToolCall[],
): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  for (const batch of batchesOf(calls, answering.tools)) {
    if (answering.speech.interrupted.aborted) break;
    const results = isAnswerOver(outcomes, answering)
      ? batch.map((call) => ({ call, ...SKIPPED }))
      : await runToolCalls(batch, answering);
    for (const outcome of results) if (!isOfStep(outcome.call, answering.tools)) answering.onTool?.(outcome);
    outcomes.push(...results);
  }
  return outcomes;
}

/** Stops an answer if the contact goes on before its first words: only the second turn is answered. */
async function stopIfSuperseded(context: AnswerContext, speech: Speech, signal: AbortSignal): Promise<void> {
  const { session } = context;
  const hasBegun = () => speech.words !== '' || speech.interrupted.aborted;
  try {
    if (await awaitSupersession(session, hasBegun, { ...context, signal })) speech.stop();
  } catch (error) {
    const { call_id: callId } = session;
    if (!signal.aborted) logger.warn('Answer not checked for words that supersede it.', { callId, error });
  }
}

/** Most requests that are made side by side. */
const MAX_BATCH = 4;

/** Tool calls in their order: those of different external actions run side by side, any other alone. */
export function batchesOf(calls: readonly ToolCall[], tools: readonly Tool[]): ToolCall[][] {
  const isExternal = ({ name }: ToolCall) =>
    tools.some((tool) => tool.name === name && isRequest(tool.action));
  const batches: ToolCall[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const joins = (batch: readonly ToolCall[]) =>
      batch.length < MAX_BATCH &&
      [call, ...batch].every(isExternal) &&
      !batch.some(({ name }) => name === call.name);
    if (last && joins(last)) last.push(call);
    else batches.push([call]);
  }
  return batches;
}

function setsOf({ arguments: given }: ToolCall): string[] {
  const values = tryParseJson(given);
  return isObject(values) ? Object.keys(values) : [];
}

/** Whether the service itself speaks before one of these calls: that it takes a moment, or the question to confirm. */
export const hasOwnWords = (calls: readonly ToolCall[], tools: readonly Tool[]): boolean =>
  tools.some(({ name, action }) => {
    if (action.type === 'set_values')
      return calls.some(
        (call) => call.name === name && setsOf(call).some((one) => action.readBack.includes(one)),
      );
    const config = isRequest(action) ? action.config : {};
    return (
      (config.speak_on_send === true || config.confirm === true) && calls.some((call) => call.name === name)
    );
  });
