import type { RestRequest } from './rest-request.ts';

/** The part of an event that REQUEST authorizers also get. */
export function requestPart(request: RestRequest): Readonly<Record<string, unknown>> {
  return {
    resource: request.method?.resourcePath ?? request.path,
    path: request.path,
    httpMethod: request.httpMethod,
    headers: request.headers,
    queryStringParameters: request.query,
    pathParameters: request.pathParameters,
    stageVariables: null,
  };
}

/** The event of a Lambda proxy integration, format 1.0. `authorizer` is undefined for a method without one. */
export function restEvent(
  request: RestRequest,
  body: Buffer,
  authorizer: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  return {
    ...requestPart(request),
    requestContext: { ...request.context, ...(authorizer && { authorizer }) },
    body: body.length === 0 ? null : body.toString(),
    isBase64Encoded: false,
  };
}
