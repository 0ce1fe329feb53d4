import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { closeConversation } from '../../conversation/change-session.ts';
import { tableStore } from '../../conversation/store/table-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { tableAccess } from '../../platform/grants.ts';
import { stackTable } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';

export const disconnectWorker = defineWorker({
  stack: 'Calls',
  id: 'Disconnect',
  description: 'Closes conversations',
  trigger: { by: 'socket', route: '$disconnect' },
  grants: [tableAccess(['GetItem', 'PutItem', 'UpdateItem'])],
  isCallStep: true,
});

/** Closes the conversation when the vendor closes the WebSocket. The status callback ends the call. */
async function handle(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { connectionId } = event.requestContext;
  await closeConversation({ store: tableStore(stackTable(), connectionId), now: systemClock });
  return { statusCode: 200, body: '' };
}

export const handler = workerHandler(disconnectWorker, handle);
