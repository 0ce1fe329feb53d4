import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { looksSigned, SIGNATURE_HEADER } from '../../account-connections/verify-signature.ts';
import { handshakeKey } from '../../conversation/store/keys.ts';
import { systemClock } from '../../platform/clock.ts';
import { tableAccess } from '../../platform/grants.ts';
import { header } from '../../platform/header.ts';
import { logger } from '../../platform/logger.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { putExpiringText } from '../../platform/table/expiring-text.ts';
import { stackTable } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';

/** Seconds after the handshake within which a conversation must begin. */
const SETUP_SECONDS = 120;

/** Headers are in the handshake event only; the published type of WebSocket events omits them. */
const handshake = z.object({ headers: z.record(z.string(), z.optional(z.string())) });

export const connectWorker = defineWorker({
  stack: 'Calls',
  id: 'Connect',
  description: 'Lets the vendor open a conversation',
  trigger: { by: 'socket', route: '$connect' },
  grants: [tableAccess(['PutItem'])],
  callerWaitsFor: 'call',
  isCallStep: true,
});

/** The account that must have signed is known only after the setup frame; until then the connection has no rights. */
async function handle(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { headers } = handshake.parse(event);
  const signature = header(headers, SIGNATURE_HEADER);
  if (!looksSigned(signature)) {
    emitMetrics({ ConnectionRefused: 1 });
    logger.warn('WebSocket refused: it has no signature.');
    return { statusCode: 403, body: '' };
  }
  const { connectionId } = event.requestContext;
  const handshakeText = { text: signature, seconds: SETUP_SECONDS, now: systemClock() };
  await putExpiringText(stackTable(), handshakeKey(connectionId), handshakeText);
  return { statusCode: 200, body: '' };
}

export const handler = workerHandler(connectWorker, handle);
