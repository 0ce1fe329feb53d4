import type { Session } from '../domain/conversations/session.ts';
import type { RelayConnection } from './relay/relay-connection.ts';

/** Ends the relay session. The vendor then requests `relay-ended`, with the data of this frame. */
export async function leaveConversation({ handoff }: Session, connection: RelayConnection): Promise<void> {
  const handoffData = handoff === undefined ? '' : JSON.stringify({ action_id: handoff });
  await connection.send({ type: 'end', handoffData });
}
