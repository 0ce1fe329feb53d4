import { filledGreeting } from '../../../conversation/model/filled-texts.ts';
import { PHRASES } from '../../../conversation/model/phrases.ts';
import { hasWords, isLongEnough, readWhisper, whisperMessages } from '../../../conversation/model/whisper.ts';
import type { StoredConversation } from '../../../conversation/store/conversation-store.ts';
import { getConversation } from '../../../conversation/store/conversations.ts';
import { rejectionOf } from '../../../platform/abort-race.ts';
import { logger } from '../../../platform/logger.ts';
import type { Table } from '../../../platform/table/table.ts';
import { describeModelFailure } from '../../../vendors/llm/model-failure.ts';
import { askForWholeAnswer } from '../../ask-for-whole-answer.ts';
import type { CallWithSnapshot } from '../../model/snapshot.ts';
import { keepWhisper } from '../../store/transfers.ts';
import { callValues } from '../connect-relay.ts';
import { transferPlan } from './instructions.ts';

/** Milliseconds that models have while the transfer's number rings, and while a person waits in silence. */
const RINGING_MS = 5_000;
const WAITING_MS = 2_500;

/** Lets the model write the whisper of a transfer, unless the agent has a fixed one or it is written already. */
export async function prepareWhisper(table: Table, call: CallWithSnapshot): Promise<void> {
  if (transferPlan(call)?.whisper !== null || storedWhisper(call) !== undefined) return;
  const text = await write(table, call, RINGING_MS);
  if (text !== undefined) await keepWhisper(table, call, text);
}

/** The whisper for a person who picked up, within 3 seconds: the agent's or the model's text, or else the service's own. */
export async function whisperOf(table: Table, call: CallWithSnapshot): Promise<string> {
  const fixed = transferPlan(call)?.whisper;
  const given = (fixed && filledGreeting(fixed, callValues(call))) || storedWhisper(call);
  if (given !== undefined) return given;
  const written = await write(table, call, WAITING_MS);
  // A repeated callback and the next person need not wait again.
  if (written !== undefined) await keepWhisper(table, call, written);
  return written ?? PHRASES[call.settings.language].whisper_introduction;
}

function storedWhisper({ whisper, transfer }: CallWithSnapshot): string | undefined {
  return whisper !== undefined && whisper.session_id === transfer?.session_id ? whisper.text : undefined;
}

/** Returns undefined if there is nothing to write about, or no model writes anything useful in time. */
async function write(table: Table, call: CallWithSnapshot, patienceMs: number): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(patienceMs);
  try {
    const conversation = await Promise.race([conversationOf(table, call), rejectionOf(deadline)]);
    if (!conversation || !hasWords(conversation.turns)) return undefined;
    const { session, turns } = conversation;
    const { language, llm_account_connection: connection, llm_reasoning_effort } = session.settings;
    if (session.out_of_tokens && !connection) return undefined;
    const answered = await askForWholeAnswer(table, session, {
      purpose: 'whisper',
      callId: call.id,
      messages: whisperMessages(turns, language),
      reasoningEffort: llm_reasoning_effort,
      patienceMs,
      deadline,
      read: (text) => readWhisper(text, language),
      isEnough: isLongEnough,
    });
    return typeof answered === 'string' ? undefined : answered.answer;
  } catch (error) {
    logger.warn('No whisper was written for a transfer.', {
      callId: call.id,
      ...describeModelFailure(error),
    });
    return undefined;
  }
}

async function conversationOf(table: Table, call: CallWithSnapshot): Promise<StoredConversation | undefined> {
  return call.connection_id === undefined ? undefined : getConversation(table, call.connection_id);
}
