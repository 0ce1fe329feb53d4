import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { systemClock } from '../runtime/clock.ts';
import { tableAccess } from '../runtime/grants.ts';
import { header } from '../runtime/header.ts';
import { logger } from '../runtime/logger.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { keepHandshake } from '../store/conversations/handshakes.ts';
import { stackTable } from '../store/table/table.ts';

/** API Gateway gives the handshake's headers here only; the published type of WebSocket events leaves them out. */
const handshake = z.object({ headers: z.record(z.string(), z.optional(z.string())) });

/** The base64 of a SHA-1: what a signature of the vendor looks like. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;

export const connectWorker = defineWorker({
  stack: 'Calls',
  id: 'Connect',
  description: 'Lets the vendor open a conversation',
  trigger: { by: 'socket', route: '$connect' },
  grants: [tableAccess(['PutItem'])],
});

/**
 * Opens a WebSocket for whoever shows what looks like a signature of the telephony vendor. Which account has to have signed is
 * known only once the setup frame names the call: until then the signature is kept, and the connection can do nothing.
 */
async function handle(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { headers } = handshake.parse(event);
  const signature = header(headers, 'x-twilio-signature');
  if (signature === undefined || !SIGNATURE.test(signature)) {
    logger.warn('A WebSocket without a signature was refused.');
    return { statusCode: 403, body: '' };
  }
  const { connectionId } = event.requestContext;
  await keepHandshake(stackTable(), connectionId, { signature, now: systemClock() });
  return { statusCode: 200, body: '' };
}

export const handler = workerHandler(connectWorker, handle);
