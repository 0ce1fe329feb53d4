import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logger } from '../platform/logger.ts';
import { StillBusy } from '../platform/table/retry.ts';
import { ApiError } from './errors.ts';

const STATUS: Readonly<Record<ApiError['type'], number>> = {
  bad_request: 400,
  unauthorized: 401,
  missing_scope: 403,
  quota_exceeded: 403,
  not_found: 404,
  conflict: 409,
  revision_changed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  too_many: 429,
  vendor_failure: 502,
  vendor_refusal: 502,
};

/** A JSON answer with the request's id and further headers; an undefined body is empty. */
export function jsonResponse(
  statusCode: number,
  body: unknown,
  event: { readonly requestContext: { readonly requestId: string } },
  further: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  const headers = { 'content-type': 'application/json', 'x-request-id': event.requestContext.requestId };
  return { statusCode, headers: { ...headers, ...further }, body: JSON.stringify(body) ?? '' };
}

/** The answer to a refused request. */
export function refusal(statusCode: number, type: string, msg: string): APIGatewayProxyResult {
  const body = JSON.stringify({ detail: [{ loc: [], msg, type }] });
  return { statusCode, headers: { 'content-type': 'application/json' }, body };
}

/** Maps failures to answers: an expected one by its type, any other to an opaque 500 that is logged once. */
export function errorResponses(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const { event } = request;
      const error = request.error instanceof StillBusy ? tooBusy(request.error) : request.error;
      if (error instanceof ApiError) {
        const { type, issues, retryAfterSeconds, etag } = error;
        const headers = {
          ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
          ...(etag !== undefined && { etag }),
        };
        request.response = jsonResponse(STATUS[type], { detail: issues }, event, headers);
        return;
      }
      const { requestId } = event.requestContext;
      logger.error('The request failed unexpectedly.', { requestId, error });
      const issue = {
        loc: [],
        msg: `The service failed; try again, or give the operator this request id: ${requestId}.`,
        type: 'internal_error',
      };
      request.response = jsonResponse(500, { detail: [issue] }, event);
    },
  };
}

/** Seconds until the next try: the request already competed with others of its user for about 4. */
const RETRY_AFTER_SECONDS = 2;

/** The refusal of a request that kept conflicting with others of its user. Logged: the table may be the cause. */
export function tooBusy(error: StillBusy): ApiError {
  logger.warn('Write contention, answered 429.', { error });
  const msg = `Your requests change the same data at once; try again in ${RETRY_AFTER_SECONDS} seconds. To create many calls, send a batch.`;
  const issue = { loc: [], msg, type: 'too_many_at_once' };
  return new ApiError('too_many', [issue], { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The same if the request stored nothing: its idempotency key is free again. */
export function throwBusy(error: unknown): never {
  throw error instanceof StillBusy ? tooBusy(error) : error;
}
