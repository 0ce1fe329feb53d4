import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { Connection } from '../../conversation/ports.ts';
import { withoutUnreadMiddleware } from '../../platform/sdk-middleware.ts';
import { CONNECTIONS_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';

let client: ApiGatewayManagementApiClient | undefined;

export function relayConnection(connectionId: string): Connection {
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
