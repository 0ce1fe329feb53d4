import { changeSession } from '../conversation/change-session.ts';
import type { StoredCall } from '../domain/calls/call.ts';
import { conversationClosed } from '../domain/conversations/conversation.ts';
import { systemClock } from '../runtime/clock.ts';
import { getSession } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';

/**
 * The vendor says that a conversation is over while its call goes on: what was said is settled before the next conversation reads
 * it; word of the closed socket may come later. False when the call has another conversation by now: then that is old news.
 */
export async function closeFormerConversation(
  table: Table,
  { connection_id: connectionId }: StoredCall,
  sessionId: string,
): Promise<boolean> {
  if (connectionId === undefined) return true;
  const session = await getSession(table, connectionId);
  if (session?.relay_session_id !== undefined && session.relay_session_id !== sessionId) return false;
  await changeSession({ table, connectionId, now: systemClock }, conversationClosed);
  return true;
}
