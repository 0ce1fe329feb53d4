import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { systemClock } from '../platform/clock.ts';
import { header } from '../platform/header.ts';
import { type Source, seededSource } from '../platform/ids.ts';
import { isObject } from '../platform/parse-json.ts';
import type { Table } from '../platform/table/table.ts';
import { claimKey, keepAnswer, releaseKey } from '../records/store/idempotency-keys.ts';
import { authenticatedUser } from './authenticated-user.ts';
import { ApiError, type Issue } from './errors.ts';
import { parseJsonObject } from './json-body.ts';
import { MAX_BODY_BYTES } from './read-request.ts';

/** The table actions of idempotent requests, besides those of the endpoint. */
export const IDEMPOTENCY_ACTIONS = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** Printable ASCII; many clients send a UUID. */
const KEY = /^[\x21-\x7e]{1,255}$/;

export function idempotencyKeyOf({ headers }: APIGatewayProxyEvent): string | undefined {
  const key = header(headers, 'idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  const msg = 'Must have 1 to 255 printable ASCII characters and no spaces.';
  throw new ApiError('bad_request', [{ loc: KEY_LOC, msg, type: 'wrong_format' }]);
}

const KEY_LOC = ['header', 'idempotency-key'];

interface OnceRequest {
  readonly event: APIGatewayProxyEvent;
  /** The client's key. @default the request is recognized by its body, and a repeat is refused for a while */
  readonly key: string | undefined;
  readonly repeats: { readonly seconds: number; readonly msg: string; readonly type: string } | undefined;
  /** Milliseconds until the function times out. */
  readonly timeLeftMs: number;
  /** The answer is not stored; a repeat of the request gets an error that says so. */
  readonly isSecret: boolean;
}

/**
 * Handles a request once; a repeat with its key gets the first answer. A request that was cut off runs again with the same
 * time, ids and secrets, so that it finds its own writes. A request without any effect releases the key.
 */
export async function answerOnce(
  table: Table,
  { event, key, repeats, timeLeftMs, isSecret }: OnceRequest,
  answer: (
    source: Source,
  ) => Promise<{ readonly response: APIGatewayProxyResult; readonly hasEffect: boolean }>,
): Promise<APIGatewayProxyResult> {
  const hasKey = key !== undefined;
  // A token with other scopes must not see the same answer.
  const keyed = `${event.requestContext.authorizer?.scopes} ${event.body ?? ''}`;
  const requestHash = hashOf(event, hasKey ? keyed : canonicalBody(event));
  // Keys from clients have no spaces.
  const requestKey = { userId: authenticatedUser(event), key: key ?? `body ${requestHash}` };
  const claim = await claimKey(table, requestKey, {
    requestHash,
    now: systemClock(),
    lockedForMs: timeLeftMs,
    ...(!hasKey && repeats && { keptSeconds: repeats.seconds }),
  });
  if (claim.kind === 'answered') return replay(claim.answer, event);
  if (claim.kind !== 'claimed') {
    if (hasKey || !repeats) throw refusal(KEY_LOC, REFUSALS[claim.kind]);
    throw refusal(['body'], claim.kind === 'busy' ? BUSY : repeats);
  }
  try {
    const { response, hasEffect } = await answer(seededSource(claim.seed, claim.at));
    if (hasKey || hasEffect) await keepAnswer(table, requestKey, hasKey && !isSecret ? response : undefined);
    else await releaseKey(table, requestKey);
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.type !== 'vendor_failure') await releaseKey(table, requestKey);
    throw error;
  }
}

function replay(answer: string, { requestContext }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const { headers, ...response }: APIGatewayProxyResult = JSON.parse(answer);
  const own = { 'x-request-id': requestContext.requestId, 'idempotency-replayed': 'true' };
  return { ...response, headers: { ...headers, ...own } };
}

/** The body as JSON with sorted keys: a client may serialize a repeat differently. Leaves an invalid body as it is. */
function canonicalBody(event: APIGatewayProxyEvent): string {
  try {
    return JSON.stringify(parseJsonObject(event, MAX_BODY_BYTES), (_, inner: unknown) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
    );
  } catch (error) {
    if (error instanceof ApiError) return event.body ?? '';
    throw error;
  }
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

function hashOf(event: APIGatewayProxyEvent, body: string): string {
  const { httpMethod, resource, queryStringParameters } = event;
  const query = Object.entries(queryStringParameters ?? {}).sort(byKey);
  const hash = createHash('sha256');
  return hash.update(JSON.stringify([httpMethod, resource, query, body])).digest('base64');
}

const refusal = (loc: readonly string[], { msg, type }: Pick<Issue, 'msg' | 'type'>) =>
  new ApiError('conflict', [{ loc, msg, type }]);

const BUSY = { msg: 'The same request is running; try again shortly.', type: 'request_in_progress' };

const REFUSALS = {
  other: {
    msg: 'This key was used for another request within the last 24 hours; send a new key with a new request.',
    type: 'idempotency_key_reused',
  },
  busy: { msg: 'A request with this key is running; try again shortly.', type: 'request_in_progress' },
  unkept: {
    msg: 'The request succeeded; its answer is not stored, since it is secret or too large. Read the record, or send a new key.',
    type: 'answer_not_kept',
  },
} as const;
