import { changeSession } from '../conversation/change-session.ts';
import type { StoredCall } from '../domain/calls/call.ts';
import { conversationClosed, type Session } from '../domain/conversations/conversation.ts';
import { systemClock } from '../runtime/clock.ts';
import { getSession } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';

/**
 * Closes the conversation that the vendor says is over while its call goes on, so that the next conversation reads all that was
 * said: the disconnect of the WebSocket may come later. Returns false if the call has another conversation by now, or if the state of
 * the conversation is one that `unless` names: then it stays as it is.
 */
export async function closeFormerConversation(
  table: Table,
  { connection_id: connectionId }: StoredCall,
  sessionId: string,
  unless: (session: Session) => boolean = () => false,
): Promise<boolean> {
  if (connectionId === undefined) return true;
  const session = await getSession(table, connectionId);
  if (session?.relay_session_id !== undefined && session.relay_session_id !== sessionId) return false;
  let isSpared = false;
  await changeSession({ table, connectionId, now: systemClock }, (current) => {
    isSpared = unless(current);
    return isSpared ? undefined : conversationClosed(current);
  });
  return !isSpared;
}
