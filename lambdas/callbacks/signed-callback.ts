import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import type { StoredCall } from '../domain/calls/call.ts';
import type { KeyedRecord } from '../domain/calls/callback-key.ts';
import { id } from '../domain/fields.ts';
import { hasCallbackKey } from '../runtime/callback-keys.ts';
import { header } from '../runtime/header.ts';
import { logger } from '../runtime/logger.ts';
import { telephonyAccountOfPlatform } from '../runtime/secrets.ts';
import { type CallKey, getCall } from '../store/calls/calls.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { type AccountOf, telephonyAccountOf } from '../telephony/accounts.ts';
import { isSigned } from '../telephony/signature.ts';
import { type CallbackKind, callbackUrl } from './callback-urls.ts';

/** A callback about a call, with a verified signature. */
export interface VendorRequest {
  readonly table: Table;
  readonly key: CallKey;
  /** The stored call; undefined if it does not exist. */
  readonly call: StoredCall | undefined;
  readonly form: Readonly<Record<string, string>>;
}

/** Seconds that a callback may take: the vendor waits 15 for an answer. */
export const CALLBACK_TIMEOUT_SECONDS = 14;

/** Longest field of a callback in characters: ids have 34, our own hand-off data 60. */
const MAX_FIELD_LENGTH = 1_000;

const pathParameters = z.object({ user_id: id, call_id: id, key: z.string() });

/** A Lambda handler for one kind of callback about a call: verifies the signature, then answers with TwiML. */
export function vendorCallback(kind: CallbackKind, handle: (request: VendorRequest) => Promise<string>) {
  return signedCallback({
    kind,
    path: pathParameters,
    keyed: ({ user_id, call_id }) => ({ purpose: 'call', userId: user_id, recordId: call_id }),
    find: (table, path) => getCall(table, keyOf(path)),
    url: (path) => callbackUrl(kind, keyOf(path)),
    handle: ({ table, path, found: call, form }) => handle({ table, key: keyOf(path), call, form }),
  });
}

const keyOf = ({ user_id, call_id }: z.infer<typeof pathParameters>): CallKey => ({
  userId: user_id,
  callId: call_id,
});

/** One kind of callback about a record. */
interface SignedCallback<Path extends { readonly key: string }, Found> {
  readonly kind: string;
  readonly path: z.ZodMiniType<Path>;
  /** The record of the key in the path. */
  readonly keyed: (path: Path) => KeyedRecord;
  readonly find: (table: Table, path: Path) => Promise<Found | undefined>;
  /** The signed URL. */
  readonly url: (path: Path) => Promise<string>;
  readonly handle: (request: {
    readonly table: Table;
    readonly path: Path;
    readonly found: Found | undefined;
    readonly form: Readonly<Record<string, string>>;
  }) => Promise<string>;
}

/**
 * A Lambda handler for one kind of callback. It requires our key in the path and the vendor's signature, and answers
 * with TwiML. The key is checked first, so an invented URL is refused before anything is read.
 */
export function signedCallback<Path extends { readonly key: string }, Found extends AccountOf>(
  callback: SignedCallback<Path, Found>,
) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { kind } = callback;
    try {
      const { data: path } = callback.path.safeParse(event.pathParameters);
      if (path === undefined || !(await hasCallbackKey(callback.keyed(path), path.key))) {
        logger.warn('A callback without a valid key was refused.', { kind });
        return refusal(403, 'forbidden', 'The key in this URL is not valid.');
      }
      const form = readForm(event);
      const signature = header(event.headers, 'x-twilio-signature');
      const table = stackTable();
      const found = await callback.find(table, path);
      // The stored record names the account whose token signs.
      const account = await (found ? telephonyAccountOf(table, found) : telephonyAccountOfPlatform());
      if (!account || !isSigned(account, { signature, url: await callback.url(path), form })) {
        const { userId, recordId } = callback.keyed(path);
        logger.warn('A callback with a wrong signature was refused.', { kind, userId, recordId });
        return refusal(403, 'forbidden', 'The signature is missing or wrong.');
      }
      const body = await callback.handle({ table, path, found, form: boundedForm(form) });
      return { statusCode: 200, headers: { 'content-type': 'text/xml' }, body };
    } catch (error) {
      logger.error('A callback could not be handled.', { kind, error });
      return refusal(500, 'internal_error', 'Something went wrong on our side.');
    }
  };
}

function readForm({ body, isBase64Encoded }: APIGatewayProxyEvent): Record<string, string> {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  return Object.fromEntries(new URLSearchParams(text));
}

/** Drops fields that are longer than the vendor sends: they would not fit into a record. */
function boundedForm(form: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value.length <= MAX_FIELD_LENGTH));
}

function refusal(statusCode: number, type: string, msg: string): APIGatewayProxyResult {
  const body = JSON.stringify({ detail: [{ loc: [], msg, type }] });
  return { statusCode, headers: { 'content-type': 'application/json' }, body };
}
