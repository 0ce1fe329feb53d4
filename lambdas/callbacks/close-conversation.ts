import { changeSession } from '../conversation/change-session.ts';
import type { StoredCall } from '../domain/calls/call.ts';
import { conversationClosed } from '../domain/conversations/conversation.ts';
import type { Session } from '../domain/conversations/session.ts';
import { systemClock } from '../runtime/clock.ts';
import { getSession } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';

/** The conversation of a call that is over. */
interface FormerConversation {
  readonly call: Pick<StoredCall, 'connection_id'>;
  /** The vendor's id of the conversation. */
  readonly sessionId: string;
  /** Returns true for a session that must stay as it is. @default none */
  readonly unless?: (session: Session) => boolean;
}

/**
 * Closes a conversation that the vendor reports as over while its call goes on, so that the next conversation reads all
 * of its turns. The WebSocket's disconnect may arrive later. Returns false, and changes nothing, if the call already
 * has another conversation or `unless` holds for the session.
 */
export async function closeFormerConversation(
  table: Table,
  { call: { connection_id: connectionId }, sessionId, unless = () => false }: FormerConversation,
): Promise<boolean> {
  if (connectionId === undefined) return true;
  const session = await getSession(table, connectionId);
  if (session?.relay_session_id !== undefined && session.relay_session_id !== sessionId) return false;
  // The WebSocket's disconnect may have closed it.
  let isSpared = session !== undefined && unless(session);
  if (isSpared) return false;
  await changeSession({ table, connectionId, now: systemClock }, (current) => {
    isSpared = unless(current);
    return isSpared ? undefined : conversationClosed(current);
  });
  return !isSpared;
}
