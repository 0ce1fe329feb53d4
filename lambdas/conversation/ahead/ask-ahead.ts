import { toolsOf } from '../../domain/conversations/actions/tools.ts';
import { modelMessages } from '../../domain/conversations/models/model-input.ts';
import type { Passage } from '../../domain/conversations/passage.ts';
import type { LanguageModel, ModelRequest } from '../../llm/language-model.ts';
import { logger } from '../../runtime/logger.ts';
import { emitMetrics } from '../../runtime/metrics/emit.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import { addSpeculativeTokens } from '../../store/conversations/requests-ahead.ts';
import type { FrameContext } from '../frame-context.ts';
import { countTurn } from '../models/token-quota.ts';
import { TurnTimes } from '../turns/turn-times.ts';
import { PrefetchedAnswer } from './prefetched-answer.ts';
import type { FinalWords } from './until-final.ts';

/** The data that an answer to the caller's words needs besides the conversation. */
export interface Prepared {
  readonly models: readonly LanguageModel[];
  readonly knowledge: Promise<readonly Passage[]>;
  /** The times of the turn so far, and the tokens of dropped answers that no turn has counted yet. */
  readonly times: TurnTimes;
  /** Milliseconds that the invocation has spent before the answer. */
  readonly spentMs: number;
}

/** A request to the model whose answer waits until the caller's words are final. */
export interface PrefetchRequest {
  readonly models: readonly LanguageModel[];
  readonly answer: Promise<PrefetchedAnswer | undefined>;
  readonly knowledge: Promise<readonly Passage[]>;
}

/** Asks the first model of a conversation as it would be asked if the last words were final. */
export function askAhead(
  { session, turns }: Conversation,
  words: string,
  context: FrameContext,
): PrefetchRequest {
  const models = context.models(session);
  const knowledge = context.knowledge(session, words);
  const answer = knowledge.then(
    (passages) => models[0] && new PrefetchedAnswer(models[0], firstRequest({ session, turns }, passages)),
  );
  return { models, answer, knowledge };
}

/** The first request of a turn. */
export function firstRequest(
  { session, turns }: Conversation,
  passages: readonly Passage[],
): Omit<ModelRequest, 'signal'> {
  const tools = toolsOf(session.agent, session.settings);
  const { llm_temperature: temperature, llm_reasoning_effort: reasoningEffort } = session.settings;
  const messages = modelMessages(session, { turns, tools, passages });
  return { messages, tools, mayUseTools: true, temperature, reasoningEffort };
}

/** The prepared data, for an answer now. */
export async function preparedBy(
  { models, answer, knowledge }: PrefetchRequest,
  { finalAt, wasted }: FinalWords,
  { arrivedAt, now }: FrameContext,
): Promise<Prepared> {
  const first = await answer;
  const times = new TurnTimes(finalAt, now, { lastWordAt: arrivedAt, wasted });
  return {
    models: first ? [first, ...models.slice(1)] : models,
    knowledge,
    times,
    spentMs: now().getTime() - arrivedAt.getTime(),
  };
}

/** Drops an answer that nobody has seen or heard, and counts its tokens. */
export async function drop(
  prefetch: PrefetchRequest,
  session: Conversation['session'],
  context: FrameContext,
): Promise<void> {
  const dropped = await (await prefetch.answer)?.drop();
  if (!dropped) return;
  context.meter.drop(dropped);
  logger.info('An answer that was asked ahead was dropped.', { callId: session.call_id, ...dropped });
  emitMetrics({ ModelTokens: context.meter.tokens || undefined });
  await addSpeculativeTokens(context, dropped);
  await countTurn(session, context);
}
