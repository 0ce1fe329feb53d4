import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { environment } from '../platform/environment.ts';
import { header } from '../platform/header.ts';
import { logger } from '../platform/logger.ts';
import { telephonyAccountOfPlatform } from '../platform/secrets.ts';
import { isSigned } from './vendor-request.ts';

/** API Gateway gives the handshake's headers here only; the published type of WebSocket events leaves them out. */
const handshake = z.object({ headers: z.record(z.string(), z.optional(z.string())) });

/** Lets only the telephony vendor open a WebSocket: the signature covers the exact URL that our TwiML gives. */
export async function handler(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { headers } = handshake.parse(event);
  const account = await telephonyAccountOfPlatform();
  const request = {
    signature: header(headers, 'x-twilio-signature'),
    url: environment('RELAY_URL'),
    form: {},
  };
  if (isSigned(account, request)) return { statusCode: 200, body: '' };
  logger.warn('A WebSocket with a wrong signature was refused.');
  return { statusCode: 403, body: '' };
}
