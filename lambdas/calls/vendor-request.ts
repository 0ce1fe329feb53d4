import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import * as z from 'zod/mini';
import type { StoredCall } from '../domain/call.ts';
import { id } from '../domain/fields.ts';
import { header } from '../platform/header.ts';
import { logger } from '../platform/logger.ts';
import { type TelephonyAccount, telephonyAccountOfPlatform } from '../platform/secrets.ts';
import { type CallName, getCall } from '../store/calls.ts';
import { stackTable, type Table } from '../store/table.ts';
import { telephonyAccountOf } from '../telephony/accounts.ts';
import { type CallbackKind, callbackUrl } from './callback-urls.ts';

/** A callback of the telephony vendor whose signature was found to be right. */
export interface VendorRequest {
  readonly table: Table;
  readonly name: CallName;
  /** The call as it is stored; undefined when there is none. */
  readonly call: StoredCall | undefined;
  readonly form: Readonly<Record<string, string>>;
}

const pathParameters = z.object({ user_id: id, call_id: id });

/** A Lambda handler for one kind of callback: verifies the vendor's signature, then answers with TwiML. */
export function vendorCallback(kind: CallbackKind, handle: (request: VendorRequest) => Promise<string>) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    try {
      const path = pathParameters.safeParse(event.pathParameters);
      if (!path.success) return refusal(404, 'not_found', 'There is nothing at this path.');
      const name = { userId: path.data.user_id, callId: path.data.call_id };
      const form = readForm(event);
      const signature = header(event.headers, 'x-twilio-signature');
      const table = stackTable();
      const call = await getCall(table, name);
      // Which account signs is told by our own record of the call.
      const account = await (call ? telephonyAccountOf(table, call) : telephonyAccountOfPlatform());
      if (!account || !isSigned(account, { signature, url: callbackUrl(kind, name), form })) {
        logger.warn('A callback with a wrong signature was refused.', { kind, callId: name.callId });
        return refusal(403, 'forbidden', 'The signature is missing or wrong.');
      }
      const body = await handle({ table, name, call, form });
      return { statusCode: 200, headers: { 'content-type': 'text/xml' }, body };
    } catch (error) {
      logger.error('A callback could not be handled.', { kind, error });
      return refusal(500, 'internal_error', 'Something went wrong on our side.');
    }
  };
}

/** Whether the vendor signed this: X-Twilio-Signature over the URL and the form's fields, keyed by the account's token. */
export function isSigned(
  account: TelephonyAccount,
  request: {
    readonly signature: string | undefined;
    readonly url: string;
    readonly form: Readonly<Record<string, string>>;
  },
): boolean {
  return (
    request.signature !== undefined &&
    validateRequest(account.auth_token, request.signature, request.url, request.form)
  );
}

function readForm({ body, isBase64Encoded }: APIGatewayProxyEvent): Record<string, string> {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  return Object.fromEntries(new URLSearchParams(text));
}

function refusal(statusCode: number, type: string, msg: string): APIGatewayProxyResult {
  const body = JSON.stringify({ detail: [{ loc: [], msg, type }] });
  return { statusCode, headers: { 'content-type': 'application/json' }, body };
}
