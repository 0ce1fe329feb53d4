import type { Session } from '../domain/conversations/conversation.ts';
import type { RelayConnection } from './relay-connection.ts';

/** Ends the conversation; the vendor then asks what follows, and gives back what it is handed here. */
export async function leaveConversation({ handoff }: Session, connection: RelayConnection): Promise<void> {
  const handoffData = handoff === undefined ? '' : JSON.stringify({ action_id: handoff });
  await connection.send({ type: 'end', handoffData });
}
