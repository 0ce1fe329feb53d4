import type { StoredCall } from '../domain/call.ts';
import { conversationClosed, isLeaving } from '../domain/conversation.ts';
import { systemClock } from '../platform/clock.ts';
import { noteBrokenConversation } from '../store/broken-conversations.ts';
import { getCall } from '../store/calls.ts';
import { getSession } from '../store/conversations.ts';
import type { Table } from '../store/table.ts';
import { changeSession } from './change-session.ts';
import { holdConversation } from './hold-conversation.ts';

/** A call whose conversation breaks off more often than this is given up: something is wrong for good. */
const MAX_RECONNECTIONS = 5;

/**
 * A conversation broke off while the call goes on: API Gateway closes a WebSocket after two hours, or ten minutes without a
 * message, and networks fail. TwiML that has it go on; undefined when it is not to.
 */
export async function reconnect(
  table: Table,
  call: StoredCall,
  sessionId: string,
): Promise<string | undefined> {
  const { connection_id: connectionId, broken_off } = call;
  // A callback that comes twice is answered alike.
  if (broken_off?.session_id === sessionId) return holdConversation(table, call);
  if ((broken_off?.count ?? 0) >= MAX_RECONNECTIONS) return undefined;
  if (connectionId !== undefined) {
    const session = await getSession(table, connectionId);
    const isStale = session?.relay_session_id !== undefined && session.relay_session_id !== sessionId;
    if (isStale || (session && isLeaving(session))) return undefined;
    // What was said is settled before the next conversation reads it; word of the closed socket may come later.
    await changeSession({ table, connectionId, now: systemClock }, conversationClosed);
  }
  await noteBrokenConversation(table, call, sessionId);
  const current = await getCall(table, { userId: call.user_id, callId: call.id });
  return current?.broken_off?.session_id === sessionId ? holdConversation(table, current) : undefined;
}
