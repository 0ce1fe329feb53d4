import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import type { Session } from '../../conversation/model/session.ts';
import { valuesOfCall } from '../../conversation/model/steps/call-steps.ts';
import type { CallbackWish, CallEffects, ScheduledCallback, SentText } from '../../conversation/ports.ts';
import type { ConversationStore } from '../../conversation/store/conversation-store.ts';
import { loadEntry } from '../../do-not-call/store/entries.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { quotaMessage } from '../../usage/store/day-use.ts';
import { callbackKeyOf, callUrlOf } from '../../vendors/telephony/callback-keys.ts';
import { VendorCalls } from '../../vendors/telephony/calls.ts';
import { sendTextMessage } from '../../vendors/telephony/messages.ts';
import { contactNumber } from '../model/call-context.ts';
import {
  discardRecording,
  explainEnd,
  recordFailoverOfCall,
  recordLanguageOfCall,
} from '../store/call-fields.ts';
import { addToDoNotCallList } from '../store/callee-request.ts';
import { type CallKey, loadCall } from '../store/calls.ts';
import { recordLateAction } from '../store/record-turns.ts';
import { scheduleCallback } from '../store/schedule-callback.ts';
import { recordTextUpdate, reserveText } from '../store/texts.ts';

/** What a conversation on the telephone changes outside itself. */
export function callEffects(table: Table, store: Pick<ConversationStore, 'conversationId'>): CallEffects {
  return {
    sendText: ({ user_id: userId, call_id: callId }, body) => textContact(table, { userId, callId }, body),
    scheduleCallback: (session, wish) => callBack(table, session, wish),
    listNumber: (session, words = '') =>
      addToDoNotCallList(table, store.conversationId, {
        ...{ session, words },
        ...{ now: systemClock(), entryId: newId() },
      }),
    recordLanguage: ({ user_id: userId, call_id: callId }, language) =>
      recordLanguageOfCall(table, { userId, callId }, language),
    recordFailover: ({ user_id: userId, call_id: callId }, change) =>
      recordFailoverOfCall(table, { userId, callId }, { ...change, now: systemClock() }),
    pauseRecording: ({ user_id: userId, call_id: callId }, isPaused) =>
      pauseRecording(table, { userId, callId }, isPaused),
    recordLateAction: (action) => recordLateAction(table, store.conversationId, action),
    explainEndForTokens({ user_id: userId, call_id: callId }) {
      const limit = table.quotas?.model_tokens ?? 0;
      return explainEnd(table, { userId, callId }, quotaMessage({ quota: 'model_tokens', limit }));
    },
  };
}

/** Pauses the recording, or goes on with it. One that may have what must not be recorded is discarded later. */
async function pauseRecording(table: Table, key: CallKey, isPaused: boolean): Promise<void> {
  const call = await loadCall(table, key);
  if (!call?.telephony_id || call.hipaa_compliant) return;
  try {
    const client = await telephonyClientOf(table, call, { timeoutMs: TIMEOUT_MS });
    if (client) await new VendorCalls(client).pauseRecording(call.telephony_id, isPaused);
  } catch (error) {
    logger.error('Recording not paused for a secure step, or not resumed.', { ...key, isPaused, error });
    if (isPaused) await discardRecording(table, key);
  }
}

/** Milliseconds until a request to the vendor times out: the contact waits. */
const TIMEOUT_MS = 5_000;

/** Sends a text to the number of the call, once. */
async function textContact(table: Table, key: CallKey, Body: string): Promise<SentText> {
  const { userId, callId } = key;
  const call = await loadCall(table, key);
  const To = call && contactNumber(call);
  if (!To) return { error: 'The human withholds their number.' };
  if (await loadEntry(table, userId, To)) return { error: 'The number is on the do-not-call list.' };
  const client = await telephonyClientOf(table, call, { timeoutMs: TIMEOUT_MS });
  if (!client) return { error: 'The telephony account does not exist.' };
  const textKey = await callbackKeyOf({ purpose: 'text', userId, recordId: `${callId}/${Body}` });
  const reserved = await reserveText(table, key, { textKey, now: systemClock() });
  if ('issue' in reserved) return { error: reserved.issue };
  const { place } = reserved;
  const From = call.direction === 'outbound' ? call.from_number : call.to_number;
  const StatusCallback = await callUrlOf('status', key, place);
  const { textUpdate, error } = await sendTextMessage(client, { From, To, Body, StatusCallback });
  await recordTextUpdate(table, key, { place, ...textUpdate });
  return { text: place + 1, ...(error === undefined ? { text_status: 'queued' } : { error }) };
}

/** Schedules the callback with what was noted and collected; a HIPAA-compliant call leaves neither. */
function callBack(
  table: Table,
  session: Session,
  { at, notes: callback_notes }: CallbackWish,
): Promise<ScheduledCallback> {
  const { user_id: userId, call_id: callId, hipaa_compliant } = session;
  const values = Object.entries(valuesOfCall(session)).map(([name, { value }]) => [name, value]);
  const known = { ...(callback_notes && { callback_notes }), ...Object.fromEntries(values) };
  const wish = { at, known: hipaa_compliant ? {} : known, now: systemClock(), id: newId() };
  return scheduleCallback(table, { userId, callId }, wish);
}
