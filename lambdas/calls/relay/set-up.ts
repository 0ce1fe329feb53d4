import { setTimeout as wait } from 'node:timers/promises';
import { isSignedByAccount } from '../../account-connections/verify-signature.ts';
import { timezone } from '../../agents/model/settings.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import { listenAfter, speakUp } from '../../conversation/change-session.ts';
import { spokenBy } from '../../conversation/model/playback.ts';
import type { Session } from '../../conversation/model/session.ts';
import { beginSession } from '../../conversation/model/session-events.ts';
import { isSecure } from '../../conversation/model/steps/session-steps.ts';
import { takenOver } from '../../conversation/model/takeover.ts';
import { beginConversation, takeOver } from '../../conversation/store/begin-conversation.ts';
import { getConversation } from '../../conversation/store/conversations.ts';
import { handshakeKey } from '../../conversation/store/keys.ts';
import { take } from '../../conversation/take.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { logger } from '../../platform/logger.ts';
import { readExpiringText } from '../../platform/table/expiring-text.ts';
import { deleteItem } from '../../platform/table/items.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import { RELAY_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { hasCallbackKey } from '../../vendors/telephony/callback-keys.ts';
import type { RelayFrame } from '../../vendors/telephony/relay-frames.ts';
import type { StoredCall } from '../model/call.ts';
import {
  isUnheard,
  openingDelay,
  openingWords,
  resumedConnection,
  startOf,
  withTransferOutcome,
} from '../model/opening.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { loadCall } from '../store/calls.ts';
import { closeConnection } from './relay-connection.ts';
import type { RelayContext } from './relay-context.ts';

export async function setUp(
  frame: Extract<RelayFrame, { type: 'setup' }>,
  context: RelayContext,
): Promise<void> {
  const call = await provenCall(frame, context);
  if (call) {
    const key = { userId: call.user_id, callId: call.id };
    nameCall(key);
    if (await takeOverOpen(call, frame.sessionId, context)) return;
    const session = await begin(call, frame.sessionId, context);
    if (session) return open(call, session, context);
    // Another connection that was lost at once may have begun the conversation meanwhile.
    const latest = await loadCall(context.table, key);
    if (latest && (await takeOverOpen(latest, frame.sessionId, context))) return;
  }
  const { call_id: callId } = frame.customParameters;
  logger.warn('Conversation refused: its call is unknown, over, or has another one or account.', { callId });
  await context.connection.send({ type: 'end', handoffData: '' });
  // Frames of a call that is over wait no longer. A stranger causes no write.
  if (call) await deleteItem(context.table, handshakeKey(context.store.connectionId));
}

/** Takes over a call's open conversation after a loss. Returns false if there is none, or a later one has it. */
async function takeOverOpen(
  call: StoredCall,
  relaySessionId: string,
  { connectedMs, ...context }: RelayContext,
): Promise<boolean> {
  const { connection_id: conversationId } = call;
  const {
    table,
    now,
    store: { connectionId: id },
  } = context;
  if (conversationId === undefined || call.status !== 'in_progress') return false;
  const connection = { id, openedMs: connectedMs ?? now().getTime(), relaySessionId };
  const before = await attemptUntil(async () => {
    const conversation = await getConversation(table, conversationId);
    if (!conversation || conversation.session.closed) return false;
    const { session } = conversation;
    if ((session.connection_id ?? conversationId) === id) return true;
    const change = takenOver(conversation, connection, now());
    if (!change) return false;
    return (await takeOver(table, conversationId, { change, before: session, now: now() }))
      ? session
      : undefined;
  });
  if (typeof before === 'boolean') return before;
  logger.info('Another connection took the conversation over.', { callId: call.id });
  await closeConnection(before.connection_id ?? conversationId);
  const droppedAt = before.dropped_at === undefined ? undefined : new Date(before.dropped_at);
  await take({ type: 'taken_over', droppedAt }, context);
  return true;
}

/** Begins a conversation, or resumes one. Returns undefined if the call may have none. */
async function begin(
  call: CallWithSnapshot,
  relay_session_id: string,
  { table, store, now, connectedMs }: RelayContext,
): Promise<Session | undefined> {
  const start = startAt(call, now());
  const greeting = openingDelay(call) > 0 ? undefined : openingWords(call, start);
  const fresh = { ...beginSession(start, greeting, now()), relay_session_id };
  const resumes = resumedConnection(call);
  const former = resumes === undefined ? undefined : await getConversation(table, resumes);
  // The greeting of a conversation whose voice was refused was never heard, so it is repeated.
  const history = isUnheard(call) ? [] : withTransferOutcome(call, former?.turns ?? []);
  const session: Session = {
    ...fresh,
    turns: former?.turns.at(-1)?.number ?? 0,
    ...(connectedMs !== undefined && { connected_ms: connectedMs }),
    ...(former && resumedFrom(former.session, history.length > 0)),
    ...(resumes !== undefined && { resumes }),
  };
  const isBegun = await beginConversation(table, store.connectionId, { session, now: now(), history });
  return isBegun ? session : undefined;
}

const startAt = (call: CallWithSnapshot, now: Date) =>
  startOf(call, { usualZone: readVariable(timezone), now });

/** What a conversation keeps of the one that it resumes; of one that nobody heard, not its steps. */
const resumedFrom = ({ holding, requests, answerer, steps, handed_to }: Session, wasHeard: boolean) => ({
  ...(holding && { holding }),
  ...(requests && { requests }),
  ...(answerer && { answerer }),
  ...(wasHeard && steps && { steps }),
  ...(wasHeard && handed_to && { handed_to }),
});

async function open(call: CallWithSnapshot, session: Session, context: RelayContext): Promise<void> {
  const delay = openingDelay(call);
  const begunAt = new Date(session.facts?.begun_at ?? context.now());
  const text = session.answer?.text ?? openingWords(call, startAt(call, begunAt));
  if (isSecure(session)) await context.call?.pauseRecording(session, true);
  if (text === undefined) {
    await context.watchSilence(session, context.now());
    return void (await take({ type: 'steps_due' }, context));
  }
  if (delay > 0) {
    await wait(delay * 1000);
    const words = ({ generation, answer }: Session) => (generation === 0 && !answer ? { text } : undefined);
    // If the contact spoke first, the check finds out whether they got an answer.
    await speakUp(context, words);
  }
  // The vendor may not report that it was spoken.
  await context.watchSilence(session, spokenBy(text, context.now()));
  await listenAfter(session, text, context);
  await take({ type: 'steps_due' }, context);
}

/** The call of a setup frame that has the key of the call, and whose handshake the account of the call signed. */
async function provenCall(
  { customParameters, callSid }: Extract<RelayFrame, { type: 'setup' }>,
  { table, store, now }: RelayContext,
): Promise<CallWithSnapshot | undefined> {
  const { user_id: userId, call_id: callId, key } = customParameters;
  if (!(await hasCallbackKey({ purpose: 'relay', userId, recordId: callId }, key))) return undefined;
  const call = await loadCall(table, { userId, callId });
  if (call?.telephony_id !== callSid) return undefined;
  const signature = await readExpiringText(table, handshakeKey(store.connectionId), now());
  if (signature === undefined) return undefined;
  const signed = { signature, url: readVariable(RELAY_URL), form: {}, now: now() };
  return (await isSignedByAccount(table, call, signed)) ? withSnapshot(table, call) : undefined;
}
