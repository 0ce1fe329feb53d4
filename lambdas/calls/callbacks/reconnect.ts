import { declaredLanguages } from '../../agents/model/languages.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import { changeSession } from '../../conversation/change-session.ts';
import { isLeaving, type Session } from '../../conversation/model/session.ts';
import { conversationClosed } from '../../conversation/model/session-events.ts';
import { getSession, tableStore } from '../../conversation/store/conversations.ts';
import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import type { SpeechPart } from '../../vendors/model/speech-part.ts';
import type { StoredCall } from '../model/call.ts';
import { languageOf } from '../model/opening.ts';
import { speechBackups } from '../model/settings.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { hasFailed, mayFailOver } from '../model/speech-backups.ts';
import { noteBrokenConversation, recordFailoverOfCall, type SpeechFailure } from '../store/call-fields.ts';
import { loadCall } from '../store/calls.ts';
import { connectRelay, rejectCall } from './connect-relay.ts';
import { providerOf } from './twiml/relay.ts';

/** Lost relay connections after which a call ends: the failure is then permanent. */
const MAX_RECONNECTIONS = 5;

/** Maximum reads of a call: at most one of them finds that a conversation has just begun. */
const MAX_LOOKS = 3;

/** The vendor's error for a voice or language that it does not have: https://www.twilio.com/docs/api/errors/64106 */
const UNSUPPORTED_VOICE = '64106';

/**
 * The vendor's errors for a speech provider that failed, after its backup: 64114, "ASR provider connection error"
 * (https://www.twilio.com/docs/api/errors/64114), and 64111 for text to speech, whose page we could not read.
 */
const PROVIDER_FAILURES: Readonly<Record<string, SpeechPart>> = { 64111: 'voice', 64114: 'transcription' };

/**
 * Reconnects the relay after its connection was lost during the call. API Gateway closes a WebSocket after two hours,
 * or ten minutes without a message, and networks fail. If the vendor refused the agent's voice, its default voice
 * speaks. If a speech provider failed, another one takes its place, once. A permanent failure ends the call with an error. Returns TwiML, or undefined if the call should end.
 */
export async function reconnect(
  table: Table,
  call: StoredCall,
  lost: { readonly sessionId: string; readonly code: string | undefined },
): Promise<string | undefined> {
  const { sessionId } = lost;
  const voiceRefused = lost.code === UNSUPPORTED_VOICE;
  const failedPart = PROVIDER_FAILURES[lost.code ?? ''];
  let current: StoredCall | undefined = call;
  // The setup of the lost conversation may be handled at the same time. It is one write, so the next read finds it.
  for (let looks = 0; current && looks < MAX_LOOKS; looks++) {
    const { broken_off }: StoredCall = current;
    // A repeated callback gets the same response.
    if (broken_off?.session_id === sessionId) {
      const callWithSnapshot = await withSnapshot(table, current);
      return callWithSnapshot && connectAgain(table, callWithSnapshot, failedPart);
    }
    const failure = permanentFailure(current, { voiceRefused, failedPart });
    // The agent may have decided to leave before the connection was lost.
    const previous = { call: current, sessionId, unless: isLeaving };
    if (!(await closePreviousConversation(table, previous))) return undefined;
    if (failure !== undefined) {
      const callWithSnapshot = await withSnapshot(table, current);
      return callWithSnapshot && rejectCall(table, callWithSnapshot, failure, readVariable(PRICES));
    }
    await noteBrokenConversation(table, current, { sessionId, voiceRefused, failedPart });
    current = await loadCall(table, { userId: call.user_id, callId: call.id });
  }
  return undefined;
}

/** Connects the relay, with another speech provider if one failed and another may take part in the call. */
async function connectAgain(
  table: Table,
  call: CallWithSnapshot,
  failedPart: SpeechPart | undefined,
): Promise<string> {
  if (failedPart === undefined) return connectRelay(call);
  const backups = readVariable(speechBackups);
  if (!mayFailOver(call, declaredLanguages(call.settings, languageOf(call)), backups))
    return rejectCall(table, call, failureOf(failedPart), readVariable(PRICES));
  const provider = providerOf(call, failedPart, backups);
  logger.warn('A speech provider failed; another one takes its place.', { callId: call.id, provider });
  const key = { userId: call.user_id, callId: call.id };
  await recordFailoverOfCall(table, key, { part: failedPart, provider, now: systemClock() });
  return connectRelay(call);
}

/** Why reconnecting would fail again, for the call's user. Returns undefined if it may succeed. */
function permanentFailure(call: StoredCall, { voiceRefused, failedPart }: SpeechFailure): string | undefined {
  const { broken_off: broken } = call;
  if (voiceRefused && broken?.refused_voice !== undefined)
    return "The telephony vendor supports neither the agent's voice nor its default voice in the agent's language.";
  if (failedPart && hasFailed(call, failedPart)) return failureOf(failedPart);
  if ((broken?.count ?? 0) < MAX_RECONNECTIONS) return undefined;
  return `The telephony vendor's connection to the agent failed ${MAX_RECONNECTIONS + 1} times.`;
}

const failureOf = (part: SpeechPart) =>
  `The telephony vendor's provider of ${part === 'voice' ? 'voices' : 'speech recognition'} failed, and no other one can take its place.`;

interface FormerConversation {
  readonly call: Pick<StoredCall, 'connection_id'>;
  readonly sessionId: string;
  /** Returns true for a session that must not be closed. @default none */
  readonly unless?: (session: Session) => boolean;
}

/** Closes a conversation that is over while its call continues. Returns false if another or `unless` holds. */
export async function closePreviousConversation(
  table: Table,
  { call: { connection_id: connectionId }, sessionId, unless = () => false }: FormerConversation,
): Promise<boolean> {
  if (connectionId === undefined) return true;
  const session = await getSession(table, connectionId);
  if (session?.relay_session_id !== undefined && session.relay_session_id !== sessionId) return false;
  // The WebSocket's disconnect may have closed it.
  let isSpared = session !== undefined && unless(session);
  if (isSpared) return false;
  await changeSession({ store: tableStore(table, connectionId), now: systemClock }, (current) => {
    isSpared = unless(current);
    return isSpared ? undefined : conversationClosed(current, systemClock());
  });
  return !isSpared;
}
