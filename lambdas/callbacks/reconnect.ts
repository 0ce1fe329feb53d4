import type { StoredCall } from '../domain/calls/call.ts';
import { isLeaving } from '../domain/conversations/conversation.ts';
import { getCall } from '../store/calls/calls.ts';
import { noteBrokenConversation } from '../store/conversations/broken-conversations.ts';
import type { Table } from '../store/table/table.ts';
import { closeFormerConversation } from './close-conversation.ts';
import { connectRelay } from './connect-relay.ts';

/** Lost relay connections of a call after which it ends: the fault is permanent. */
const MAX_RECONNECTIONS = 5;

/**
 * Reconnects the relay after its connection was lost while the call goes on. API Gateway closes a WebSocket after two
 * hours, or ten minutes without a message, and networks fail. Returns TwiML, or undefined if the call should end.
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
  // The agent may have decided to leave before the connection was lost.
  if (!(await closeFormerConversation(table, { call, sessionId, unless: isLeaving }))) return undefined;
  await noteBrokenConversation(table, call, sessionId);
  const current = await getCall(table, { userId: call.user_id, callId: call.id });
  return current?.broken_off?.session_id === sessionId ? connectRelay(current) : undefined;
}
