import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { tableStore } from '../../conversation/store/conversations.ts';
import { onDropped } from '../../conversation/takeover.ts';
import { systemClock } from '../../platform/clock.ts';
import { tableAccess } from '../../platform/grants.ts';
import { stackTable } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';

export const disconnectWorker = defineWorker({
  stack: 'Calls',
  id: 'Disconnect',
  description: 'Notes that connections of conversations were closed',
  trigger: { by: 'socket', route: '$disconnect' },
  grants: [tableAccess(['GetItem', 'PutItem', 'UpdateItem'])],
  isCallStep: true,
});

/**
 * Notes that the WebSocket was closed. If the call goes on, the vendor connects again or requests `relay-ended`;
 * otherwise the status callback ends the call. All three find the conversation open.
 */
async function handle(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { connectionId } = event.requestContext;
  await onDropped({ store: tableStore(stackTable(), connectionId), connectionId, now: systemClock });
  return { statusCode: 200, body: '' };
}

export const handler = workerHandler(disconnectWorker, handle);
