import { isLeaving, type Turn } from '../domain/conversations/conversation.ts';
import { modelMessages, toolMessages } from '../domain/conversations/model-input.ts';
import type { ModelMessage, ToolCall } from '../domain/conversations/model-message.ts';
import { type Tool, toolsOf } from '../domain/conversations/tools.ts';
import { describeModelFault, type LanguageModel } from '../llm/language-model.ts';
import { logger } from '../runtime/logger.ts';
import { ActionLog } from './action-log.ts';
import { TurnModels } from './ask-models.ts';
import { runToolCall, type ToolOutcome } from './run-tool-call.ts';
import { Speech, type SpeechContext } from './speech.ts';

/** Dependencies of an answer. */
export interface AnswerContext extends SpeechContext {
  readonly models: readonly LanguageModel[];
  readonly turns: readonly Turn[];
  /** Passages of the agent's vector database that match the last words of the callee. */
  readonly knowledge: Promise<readonly string[]>;
}

/** Milliseconds after which an answer is cut off. API Gateway waits 29 s for an invocation. */
const ANSWER_MS = 25_000;

/** Requests to the model in one turn. The last one offers no tools. */
const MAX_ROUNDS = 4;

/** The state of one answer. */
interface Answering extends AnswerContext {
  readonly tools: readonly Tool[];
  readonly speech: Speech;
  readonly log: ActionLog;
  /** Aborts when the time for the answer is up. */
  readonly deadline: AbortSignal;
}

/**
 * Streams the model's answer to the callee, clause by clause, and takes the actions that the model requests. Returns
 * true if nothing was said; that is no failure if an action was taken.
 */
export async function answerTurn(context: AnswerContext): Promise<boolean> {
  const answering = {
    ...context,
    tools: toolsOf(context.session.agent, context.session.settings),
    speech: new Speech(context),
    log: new ActionLog(context),
    deadline: AbortSignal.timeout(ANSWER_MS),
  };
  const { speech } = answering;
  try {
    const mayBeSilent = await speakAndAct(answering);
    if (speech.interrupted.aborted) return false;
    if (!mayBeSilent && !speech.hasOwnWords) throw new Error('The language model answered with nothing.');
    if (!speech.isEmpty) await speech.finish();
  } catch (error) {
    if (speech.interrupted.aborted) return false;
    logger.error('The language model failed.', {
      callId: context.session.call_id,
      ...describeModelFault(error),
    });
    await speech.apologize();
  }
  return speech.isEmpty;
}

/**
 * Asks the model, runs the tools that it calls, and asks again until it calls none. Returns true if silence is a valid
 * answer.
 */
async function speakAndAct(answering: Answering): Promise<boolean> {
  const { session, turns, tools, speech, knowledge, now } = answering;
  const begunMs = now().getTime();
  const messages: ModelMessage[] = modelMessages(session, { turns, tools, passages: await knowledge });
  const models = new TurnModels(answering, now().getTime() - begunMs);
  let mayBeSilent = false;
  for (let round = 1; ; round++) {
    const mayUseTools = round < MAX_ROUNDS;
    const { text, calls } = await models.listen({ messages, mayUseTools });
    if (calls.length === 0 || !mayUseTools || speech.interrupted.aborted) return mayBeSilent;
    const outcomes = await act(answering, calls);
    mayBeSilent = true;
    const isOver = isLeaving(answering.log.session) || !outcomes.some(({ again }) => again);
    if (isOver || speech.interrupted.aborted) return true;
    mayBeSilent = false;
    messages.push(...toolMessages(text, outcomes));
  }
}

/** Takes the actions that the model requests, in order. Skips those after an action that leaves the call. */
async function act(answering: Answering, calls: readonly ToolCall[]): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  for (const call of calls) {
    if (answering.speech.interrupted.aborted) break;
    outcomes.push(
      isLeaving(answering.log.session)
        ? { call, output: { error: 'The call is being left.' }, again: false }
        : await runToolCall(call, answering),
    );
  }
  return outcomes;
}
