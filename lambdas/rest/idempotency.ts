import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { header } from '../runtime/header.ts';
import { type Source, seededSource } from '../runtime/ids.ts';
import { type Claim, claimKey, keepAnswer, releaseKey } from '../store/records/idempotency.ts';
import type { Table } from '../store/table/table.ts';
import { authenticatedUser } from './authenticated-user.ts';
import { ApiError } from './errors.ts';
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

interface KeyedRequest {
  readonly event: APIGatewayProxyEvent;
  readonly key: string;
  /** Milliseconds until the function times out. */
  readonly timeLeftMs: number;
  /** The answer is not kept: who repeats the request is told so. */
  readonly isSecret: boolean;
}

/**
 * Handles a request once; a repeat gets the first answer. A request that broke off runs again with the same time, ids
 * and secrets, so that it finds its own writes. A request that failed without any effect releases the key.
 */
export async function answerOnce(
  table: Table,
  { event, key, timeLeftMs, isSecret }: KeyedRequest,
  answer: (source: Source) => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  const requestKey = { userId: authenticatedUser(event), key };
  const claim = await claimKey(table, requestKey, {
    // A token with other scopes may not see the same answer.
    requestHash: hashOf(event, `${event.requestContext.authorizer?.scopes} ${event.body ?? ''}`),
    now: systemClock(),
    lockedForMs: timeLeftMs,
  });
  if (claim.kind === 'answered') return replay(claim.answer, event);
  if (claim.kind !== 'claimed') throw refusal(claim);
  try {
    const response = await answer(seededSource(claim.seed, claim.at));
    await keepAnswer(table, requestKey, isSecret ? undefined : response);
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.type !== 'vendor_failure') await releaseKey(table, requestKey);
    throw error;
  }
}

interface RecognisedRequest extends Pick<KeyedRequest, 'event' | 'timeLeftMs'> {
  readonly repeats: { readonly seconds: number; readonly msg: string; readonly type: string };
}

/**
 * Handles a request without an idempotency key, and refuses a repeat for a while if it had an effect. The repeat of a
 * request that broke off completes it, like one with a key.
 */
export async function refuseRepeats(
  table: Table,
  { event, timeLeftMs, repeats }: RecognisedRequest,
  answer: (
    source: Source,
  ) => Promise<{ readonly response: APIGatewayProxyResult; readonly hasEffect: boolean }>,
): Promise<APIGatewayProxyResult> {
  const requestHash = hashOf(event, canonicalBody(event));
  // No key that a client sends has a space.
  const requestKey = { userId: authenticatedUser(event), key: `body ${requestHash}` };
  const { seconds: keptSeconds, msg, type } = repeats;
  const request = { requestHash, now: systemClock(), lockedForMs: timeLeftMs, keptSeconds };
  const claim = await claimKey(table, requestKey, request);
  if (claim.kind === 'busy') {
    const busy = 'The same request is running; try again shortly.';
    throw new ApiError('conflict', [{ loc: ['body'], msg: busy, type: 'request_in_progress' }]);
  }
  if (claim.kind !== 'claimed') throw new ApiError('conflict', [{ loc: ['body'], msg, type }]);
  try {
    const { response, hasEffect } = await answer(seededSource(claim.seed, claim.at));
    if (hasEffect) await keepAnswer(table, requestKey, undefined);
    else await releaseKey(table, requestKey);
    return response;
  } catch (error) {
    if (error instanceof ApiError) await releaseKey(table, requestKey);
    throw error;
  }
}

function replay(answer: string, { requestContext }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const { headers, ...response }: APIGatewayProxyResult = JSON.parse(answer);
  const own = { 'x-request-id': requestContext.requestId, 'idempotency-replayed': 'true' };
  return { ...response, headers: { ...headers, ...own } };
}

/** The body as JSON with sorted keys: a client may write a repeat in another way. An invalid body, as it is, is refused. */
function canonicalBody(event: APIGatewayProxyEvent): string {
  try {
    return JSON.stringify(parseJsonObject(event, MAX_BODY_BYTES), (_, inner: unknown) =>
      isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
    );
  } catch (error) {
    if (error instanceof ApiError) return event.body ?? '';
    throw error;
  }
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

function hashOf(event: APIGatewayProxyEvent, body: string): string {
  const { httpMethod, resource, queryStringParameters } = event;
  const query = Object.entries(queryStringParameters ?? {}).sort(byKey);
  const hash = createHash('sha256');
  return hash.update(JSON.stringify([httpMethod, resource, query, body])).digest('base64');
}

function refusal({ kind }: Exclude<Claim, { kind: 'claimed' | 'answered' }>): ApiError {
  const { msg, type } = REFUSALS[kind];
  return new ApiError('conflict', [{ loc: KEY_LOC, msg, type }]);
}

const REFUSALS = {
  other: {
    msg: 'This key was used for another request within the last 24 hours; send a new key with a new request.',
    type: 'idempotency_key_reused',
  },
  busy: {
    msg: 'A request with this key is running; try again shortly.',
    type: 'request_in_progress',
  },
  unkept: {
    msg: 'The request succeeded; its answer is not stored, since it is secret or too large. Read the record, or send a new key.',
    type: 'answer_not_kept',
  },
} as const;
