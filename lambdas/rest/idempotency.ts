import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { DomainError } from '../domain/errors.ts';
import { systemClock } from '../runtime/clock.ts';
import { header } from '../runtime/header.ts';
import { type Source, seededSource } from '../runtime/ids.ts';
import { type Claim, claimKey, keepAnswer, releaseKey } from '../store/records/idempotency.ts';
import type { Table } from '../store/table/table.ts';
import { authenticatedUser } from './authenticated-user.ts';

/** What requests with an idempotency key do with the table besides what their endpoint does. */
export const IDEMPOTENCY_ACTIONS = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** Printable ASCII, of which many clients send a UUID. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key under which a request is to be done once, if it has one. */
export function idempotencyKeyOf({ headers }: APIGatewayProxyEvent): string | undefined {
  const key = header(headers, 'idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  const msg = 'Must have 1 to 255 printable ASCII characters and no spaces.';
  throw new DomainError('bad_request', [{ loc: KEY_LOC, msg, type: 'wrong_format' }]);
}

const KEY_LOC = ['header', 'idempotency-key'];

/** A request that is to be done once. */
interface KeyedRequest {
  readonly event: APIGatewayProxyEvent;
  readonly key: string;
  /** Milliseconds that it can take. */
  readonly timeLeftMs: number;
  /** The answer is not kept: who repeats the request is told so. */
  readonly isSecret: boolean;
}

/**
 * Answers a request, or gives the answer that was given to the same request before. A request that broke off is run again
 * with the same time, ids and secrets, so that it finds what it had done already. One that failed without doing anything
 * frees the key.
 */
export async function answerOnce(
  table: Table,
  { event, key, timeLeftMs, isSecret }: KeyedRequest,
  answer: (source: Source) => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  const name = { userId: authenticatedUser(event), key };
  const claim = await claimKey(table, name, {
    requestHash: hashOf(event),
    now: systemClock(),
    lockedForMs: timeLeftMs,
  });
  if (claim.kind === 'answered') return replay(claim.answer, event);
  if (claim.kind !== 'claimed') throw refusal(claim);
  try {
    const response = await answer(seededSource(claim.seed, claim.at));
    await keepAnswer(table, name, isSecret ? undefined : response);
    return response;
  } catch (error) {
    if (error instanceof DomainError && error.type !== 'vendor_failure') await releaseKey(table, name);
    throw error;
  }
}

function replay(answer: string, { requestContext }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const { headers, ...response }: APIGatewayProxyResult = JSON.parse(answer);
  const own = { 'x-request-id': requestContext.requestId, 'idempotency-replayed': 'true' };
  return { ...response, headers: { ...headers, ...own } };
}

/** What makes two requests the same one. */
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
    msg: 'Another request was sent with this key within the last 24 hours: send a new key with a new request.',
    type: 'idempotency_key_reused',
  },
  busy: {
    msg: 'A request with this key is being handled: try again shortly.',
    type: 'request_in_progress',
  },
  unkept: {
    msg: 'The request was done, but its answer is too large to be kept, or secret: read the record instead, or send the request with a new key.',
    type: 'answer_not_kept',
  },
} as const;
