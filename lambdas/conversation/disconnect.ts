import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { stackTable } from '../store/table/table.ts';
import { closeConversation } from './handle-frame.ts';

/** Closes the conversation when the vendor closes the WebSocket. The status callback ends the call. */
export async function handler(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { connectionId } = event.requestContext;
  await closeConversation({ table: stackTable(), connectionId, now: systemClock });
  return { statusCode: 200, body: '' };
}
