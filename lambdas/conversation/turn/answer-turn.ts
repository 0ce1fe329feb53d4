import { logger } from '../../platform/logger.ts';
import type { LanguageModel } from '../../vendors/llm/language-model.ts';
import { describeModelFailure } from '../../vendors/llm/model-failure.ts';
import type { ModelMessage, Passage, ToolCall } from '../../vendors/model/llm-message.ts';
import { asksToConfirm } from '../model/actions/confirmation.ts';
import { batchesOf, hasOwnWords } from '../model/actions/tool-batches.ts';
import { type Tool, type ToolOutcome, toolsOf } from '../model/actions/tools.ts';
import { modelMessages, toolMessages } from '../model/model-input.ts';
import { isLeaving, type Turn } from '../model/session.ts';
import type { FrameContext } from '../ports.ts';
import { realWait } from '../ports.ts';
import { awaitSupersession } from '../waits.ts';
import { ActionLog } from './action-log.ts';
import { runToolCalls } from './run-tool-call.ts';
import { Speech, type SpeechContext } from './speech.ts';
import { TurnModels } from './turn-models.ts';

export interface AnswerContext extends SpeechContext, Pick<FrameContext, 'askService' | 'onTool'> {
  readonly models: readonly LanguageModel[];
  readonly turns: readonly Turn[];
  readonly knowledge: Promise<readonly Passage[]>;
  /** When the frame arrived that the invocation handles. */
  readonly arrivedAt: Date;
}

/** Milliseconds after which an answer is cut off. API Gateway waits 29 s for an invocation. */
const ANSWER_MS = 25_000;

/** Requests to the model in one turn. The last one offers no tools. */
const MAX_ROUNDS = 4;

interface Answering extends AnswerContext {
  readonly tools: readonly Tool[];
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly deadline: AbortSignal;
}

/** Streams the answer and takes its actions. Returns the words, or undefined if the contact interrupted. */
export async function answerTurn(context: AnswerContext): Promise<string | undefined> {
  const { wait = realWait } = context;
  const leftMs = context.arrivedAt.getTime() + ANSWER_MS - context.now().getTime();
  const deadline = new AbortController();
  const answering = {
    ...context,
    tools: toolsOf(context.session.agent, context.session.settings),
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
    if (!speech.isEmpty) await speech.finish();
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

/** Asks the model until it calls no tool, or only tools after which nothing needs to be said. */
async function speakAndAct(answering: Answering): Promise<void> {
  const { session, turns, tools, speech, knowledge, now, times } = answering;
  const begunMs = now().getTime();
  const passages = await knowledge;
  times.gavePassages(passages, session.settings.vector_database);
  const messages: ModelMessage[] = modelMessages(session, { turns, tools, passages });
  const models = new TurnModels(answering, now().getTime() - begunMs);
  for (let round = 1; ; round++) {
    const mayUseTools = round < MAX_ROUNDS;
    const { length } = speech.words;
    const { text, calls } = await models.listen({ messages, mayUseTools });
    if (calls.length === 0 || !mayUseTools || speech.interrupted.aborted) return;
    // Models say that something is done before they know it.
    const isOurs = hasOwnWords(calls, tools);
    if (isOurs) speech.drop();
    const said = isOurs ? speech.words.slice(length).trim() : text;
    const outcomes = await act(answering, calls);
    const isOver = isAnswerOver(outcomes, answering) || !outcomes.some(({ again }) => again);
    if (isOver || speech.interrupted.aborted) return;
    messages.push(...toolMessages(said, outcomes));
  }
}

/** Whether nothing may follow: the agent leaves the call, or has asked the contact to confirm an action. */
const isAnswerOver = (outcomes: readonly ToolOutcome[], { log }: Answering) =>
  isLeaving(log.session) || outcomes.some(({ output }) => asksToConfirm(output));

const SKIPPED = {
  output: { error: 'Not done: the call is being left, or the human is asked first.' },
  again: false,
};

/** Takes the actions that the model requests, in order. Skips those after an action that ends the answer. */
async function act(answering: Answering, calls: readonly ToolCall[]): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  for (const batch of batchesOf(calls, answering.tools)) {
    if (answering.speech.interrupted.aborted) break;
    const results = isAnswerOver(outcomes, answering)
      ? batch.map((call) => ({ call, ...SKIPPED }))
      : await runToolCalls(batch, answering);
    for (const outcome of results) answering.onTool?.(outcome);
    outcomes.push(...results);
  }
  return outcomes;
}

/**
 * Stops an answer if the contact goes on before its first words. The contact's words are two turns, and only the second
 * is answered: see "Turns of a conversation" in docs/architecture.md.
 */
async function stopIfSuperseded(context: SpeechContext, speech: Speech, signal: AbortSignal): Promise<void> {
  const { session } = context;
  const hasBegun = () => speech.words !== '' || speech.interrupted.aborted;
  try {
    if (await awaitSupersession(session, hasBegun, { ...context, signal })) speech.stop();
  } catch (error) {
    const { call_id: callId } = session;
    if (!signal.aborted) logger.warn('Answer not checked for words that supersede it.', { callId, error });
  }
}
