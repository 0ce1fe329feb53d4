import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { DomainError } from '../domain/errors.ts';
import { systemClock } from '../runtime/clock.ts';
import { header } from '../runtime/header.ts';
import { type Source, seededSource } from '../runtime/ids.ts';
import { type Claim, claimKey, keepAnswer, releaseKey } from '../store/records/idempotency.ts';
import type { Table } from '../store/table/table.ts';
import { authenticatedUser } from './authenticated-user.ts';

/** The table actions of idempotent requests, besides those of the endpoint. */
export const IDEMPOTENCY_ACTIONS = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** Printable ASCII; many clients send a UUID. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The idempotency key of a request, if it has one. */
export function idempotencyKeyOf({ headers }: APIGatewayProxyEvent): string | undefined {
  const key = header(headers, 'idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  const msg = 'Must have 1 to 255 printable ASCII characters and no spaces.';
  throw new DomainError('bad_request', [{ loc: KEY_LOC, msg, type: 'wrong_format' }]);
}

const KEY_LOC = ['header', 'idempotency-key'];

/** A request with an idempotency key. */
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
    requestHash: hashOf(event),
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
    if (error instanceof DomainError && error.type !== 'vendor_failure') await releaseKey(table, requestKey);
    throw error;
  }
}

function replay(answer: string, { requestContext }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const { headers, ...response }: APIGatewayProxyResult = JSON.parse(answer);
  const own = { 'x-request-id': requestContext.requestId, 'idempotency-replayed': 'true' };
  return { ...response, headers: { ...headers, ...own } };
}

/** The hash by which a repeat is recognised. */
function hashOf({ httpMethod, resource, queryStringParameters, body }: APIGatewayProxyEvent): string {
  const query = Object.entries(queryStringParameters ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  return hash.update(JSON.stringify([httpMethod, resource, query, body ?? ''])).digest('base64');
}

function refusal({ kind }: Exclude<Claim, { kind: 'claimed' | 'answered' }>): DomainError {
  const { msg, type } = REFUSALS[kind];
  return new DomainError('conflict', [{ loc: KEY_LOC, msg, type }]);
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
    msg: 'The request succeeded, but its answer is secret, or too large to store; read the record instead, or send a new key.',
    type: 'answer_not_kept',
  },
} as const;
