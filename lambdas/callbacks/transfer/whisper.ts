import type { CallWithSnapshot } from '../../domain/calls/snapshot.ts';
import {
  hasWords,
  isLongEnough,
  readWhisper,
  whisperMessages,
} from '../../domain/conversations/whisper/whisper.ts';
import { WHISPER_PHRASES } from '../../domain/conversations/whisper/whisper-phrases.ts';
import type { Language } from '../../domain/records/languages.ts';
import { conversationModels } from '../../llm/accounts.ts';
import type { LanguageModel, ModelRequest } from '../../llm/language-model.ts';
import { describeModelFault } from '../../llm/model-fault.ts';
import { TokenMeter } from '../../llm/model-usage.ts';
import { rejectionOf } from '../../runtime/abort-race.ts';
import { systemClock } from '../../runtime/clock.ts';
import { logger } from '../../runtime/logger.ts';
import { keepWhisper } from '../../store/calls/transfers.ts';
import { type Conversation, getConversation } from '../../store/conversations/conversations.ts';
import { countTokens } from '../../store/quotas/day-use.ts';
import type { Table } from '../../store/table/table.ts';
import { transferPlan } from './instructions.ts';

/**
 * Milliseconds that models have while the transfer's number rings, and while a person waits: silence lasts 3 seconds at
 * most.
 */
const RINGING_MS = 5_000;
const WAITING_MS = 2_500;

/** Has the model write the words for the people whom a transfer calls, if they are wanted and not written yet. */
export async function prepareWhisper(table: Table, call: CallWithSnapshot): Promise<void> {
  if (transferPlan(call)?.whisper !== null || keptWhisper(call) !== undefined) return;
  const text = await write(table, call, RINGING_MS);
  if (text !== undefined) await keepWhisper(table, call, text);
}

/**
 * The whisper for a person who picked up, within 3 seconds: the agent's or the model's words, or else the service's
 * own.
 */
export async function whisperOf(table: Table, call: CallWithSnapshot): Promise<string> {
  const given = transferPlan(call)?.whisper ?? keptWhisper(call);
  if (given !== undefined) return given;
  const written = await write(table, call, WAITING_MS);
  // A repeated callback and the next person need not wait again.
  if (written !== undefined) await keepWhisper(table, call, written);
  return written ?? WHISPER_PHRASES[call.settings.language].introduction;
}

function keptWhisper({ whisper, transfer }: CallWithSnapshot): string | undefined {
  return whisper !== undefined && whisper.session_id === transfer?.session_id ? whisper.text : undefined;
}

/** Returns undefined if there is nothing to write about, or no model writes anything useful in time. */
async function write(table: Table, call: CallWithSnapshot, patienceMs: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const conversation = await Promise.race([conversationOf(table, call), rejectionOf(signal)]);
    if (!conversation || !hasWords(conversation.turns)) return undefined;
    const { session, turns } = conversation;
    const meter = new TokenMeter();
    const isOut = session.out_of_tokens && !session.settings.llm_account_connection;
    if (isOut) return undefined;
    try {
      const models = conversationModels(table, session, meter);
      const { language, llm_reasoning_effort: reasoningEffort } = session.settings;
      const messages = whisperMessages(turns, language);
      const question = { messages, reasoningEffort, language, signal, patienceMs };
      return await ask(models, { ...question, callId: call.id });
    } finally {
      const day = { userId: call.user_id, now: systemClock() };
      if (meter.tokens > 0) await countTokens(table, day, meter.tokens);
    }
  } catch (error) {
    logger.warn('No whisper was written for a transfer.', {
      callId: call.id,
      ...describeModelFault(error),
    });
    return undefined;
  }
}

async function conversationOf(table: Table, call: CallWithSnapshot): Promise<Conversation | undefined> {
  return call.connection_id === undefined ? undefined : getConversation(table, call.connection_id);
}

interface Question extends Pick<ModelRequest, 'messages' | 'reasoningEffort'> {
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  readonly callId: string;
}

async function ask(
  models: readonly LanguageModel[],
  { messages, reasoningEffort, language, signal, patienceMs, callId }: Question,
): Promise<string | undefined> {
  for (const model of models) {
    const own = AbortSignal.any([signal, AbortSignal.timeout(patienceMs / models.length)]);
    try {
      const answer = await answerOf(model, { messages, reasoningEffort, signal: own });
      const text = readWhisper(answer, language);
      if (text !== undefined) return text;
      logger.warn('A language model wrote no usable whisper for a transfer.', { callId });
    } catch (error) {
      logger.warn('A language model wrote no whisper for a transfer.', {
        callId,
        ...describeModelFault(error),
      });
    }
  }
  return undefined;
}

/** The beginning of an answer. If the time ends before that, its parts are not used: they may end within a word. */
async function answerOf(
  model: LanguageModel,
  question: Pick<ModelRequest, 'messages' | 'reasoningEffort' | 'signal'>,
): Promise<string> {
  let text = '';
  const chunks = model.stream({ ...question, tools: [], mayUseTools: false, temperature: 0 });
  for await (const chunk of chunks) {
    if (chunk.kind === 'text') text += chunk.text;
    if (isLongEnough(text)) break;
  }
  return text;
}
