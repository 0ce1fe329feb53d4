import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { withoutUnreadMiddleware } from '../platform/sdk-middleware.ts';
import { CONNECTIONS_URL } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { OutgoingFrame } from '../vendors/telephony/relay-frames.ts';
import type { Session } from './model/session.ts';

export interface RelayConnection {
  /** Sends a frame. Returns false if the connection is closed. */
  send(frame: OutgoingFrame): Promise<boolean>;
}

let client: ApiGatewayManagementApiClient | undefined;

export function relayConnection(connectionId: string): RelayConnection {
  client ??= withoutUnreadMiddleware(
    new ApiGatewayManagementApiClient({ endpoint: readVariable(CONNECTIONS_URL) }),
  );
  const gateway = client;
  return {
    async send(frame) {
      try {
        await gateway.send(
          new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(frame) }),
        );
        return true;
      } catch (error) {
        if (error instanceof GoneException) return false;
        throw error;
      }
    },
  };
}

/** Ends the relay session. The vendor then requests `relay-ended`, with the data of this frame. */
export async function leaveConversation({ handoff }: Session, connection: RelayConnection): Promise<void> {
  const handoffData = handoff === undefined ? '' : JSON.stringify({ action_id: handoff });
  await connection.send({ type: 'end', handoffData });
}
