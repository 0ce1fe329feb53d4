import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { DomainError } from '../domain/errors.ts';
import { logger } from '../runtime/logger.ts';

const STATUS: Readonly<Record<DomainError['type'], number>> = {
  bad_request: 400,
  unauthorized: 401,
  quota_exceeded: 403,
  not_found: 404,
  conflict: 409,
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

/** Maps failures to answers: an expected one by its type, any other to an opaque 500 that is logged once. */
export function errorResponses(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const { error, event } = request;
      if (error instanceof DomainError) {
        const { type, faults, retryAfterSeconds } = error;
        const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
        request.response = jsonResponse(STATUS[type], { detail: faults }, event, headers);
        return;
      }
      const { requestId } = event.requestContext;
      logger.error('The request failed unexpectedly.', { requestId, error });
      const fault = {
        loc: [],
        msg: `Something went wrong on our side (request ${requestId}).`,
        type: 'internal_error',
      };
      request.response = jsonResponse(500, { detail: [fault] }, event);
    },
  };
}
