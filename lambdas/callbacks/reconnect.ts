import type { StoredCall } from '../domain/calls/call.ts';
import { isLeaving } from '../domain/conversations/conversation.ts';
import { getCall } from '../store/calls/calls.ts';
import { noteBrokenConversation } from '../store/conversations/broken-conversations.ts';
import type { Table } from '../store/table/table.ts';
import { closeFormerConversation } from './close-conversation.ts';
import { connectRelay } from './connect-relay.ts';

/** A call whose relay disconnects more often than this ends: the fault is permanent. */
const MAX_RECONNECTIONS = 5;

/**
 * A conversation broke off while the call goes on: API Gateway closes a WebSocket after two hours, or ten minutes without a
 * message, and networks fail. Returns TwiML that reconnects the relay, or undefined if the call is to end.
 */
export async function reconnect(
  table: Table,
  call: StoredCall,
  sessionId: string,
): Promise<string | undefined> {
  const { broken_off } = call;
  // A repeated callback gets the same answer.
  if (broken_off?.session_id === sessionId) return connectRelay(call);
  if ((broken_off?.count ?? 0) >= MAX_RECONNECTIONS) return undefined;
  // The agent may decide to leave while the conversation breaks off.
  if (!(await closeFormerConversation(table, { call, sessionId, unless: isLeaving }))) return undefined;
  await noteBrokenConversation(table, call, sessionId);
  const current = await getCall(table, { userId: call.user_id, callId: call.id });
  return current?.broken_off?.session_id === sessionId ? connectRelay(current) : undefined;
}
