import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { isSigned } from '../callbacks/signed-callback.ts';
import { systemClock } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { header } from '../runtime/header.ts';
import { logger } from '../runtime/logger.ts';
import { telephonyAccountOfPlatform } from '../runtime/secrets.ts';
import { expectedRelays } from '../store/conversations/relay-accounts.ts';
import { stackTable } from '../store/table/table.ts';
import { telephonyAccountOf } from '../telephony/accounts.ts';

/** API Gateway gives the handshake's headers here only; the published type of WebSocket events leaves them out. */
const handshake = z.object({ headers: z.record(z.string(), z.optional(z.string())) });

/** Lets only the telephony vendor open a WebSocket: the signature covers the exact URL that our TwiML gives. */
export async function handler(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { headers } = handshake.parse(event);
  const signature = header(headers, 'x-twilio-signature');
  if (signature !== undefined && (await isByVendor(signature))) return { statusCode: 200, body: '' };
  logger.warn('A WebSocket with a wrong signature was refused.');
  return { statusCode: 403, body: '' };
}

/** Whether it was signed with the platform's account, or with a user's own that has just answered a call. */
async function isByVendor(signature: string): Promise<boolean> {
  const request = { signature, url: environment('RELAY_URL'), form: {} };
  if (isSigned(await telephonyAccountOfPlatform(), request)) return true;
  const table = stackTable();
  for (const relay of await expectedRelays(table, systemClock())) {
    const account = await telephonyAccountOf(table, relay);
    if (account && isSigned(account, request)) return true;
  }
  return false;
}
