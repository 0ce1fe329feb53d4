import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { systemClock } from '../runtime/clock.ts';
import { tableAccess } from '../runtime/grants.ts';
import { header } from '../runtime/header.ts';
import { logger } from '../runtime/logger.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { keepHandshake } from '../store/conversations/handshakes.ts';
import { stackTable } from '../store/table/table.ts';

/** Headers are in the handshake event only; the published type of WebSocket events omits them. */
const handshake = z.object({ headers: z.record(z.string(), z.optional(z.string())) });

/** A signature of the vendor: the base64 of a SHA-1. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;

export const connectWorker = defineWorker({
  stack: 'Calls',
  id: 'Connect',
  description: 'Lets the vendor open a conversation',
  trigger: { by: 'socket', route: '$connect' },
  grants: [tableAccess(['PutItem'])],
  callerWaitsFor: 'call',
});

/**
 * Accepts a WebSocket whose handshake carries a signature in the vendor's format. The account that must have signed is
 * known only after the setup frame names the call. Until then the signature is stored and the connection has no rights.
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
