import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';

const FAILED = 'The service failed; try again, or give the operator the request id.';
const NOTHING_HERE = 'There is nothing at this path and method.';

/** API Gateway's own responses in the format of endpoints' errors. Without a message, API Gateway's applies. */
const ERRORS: readonly (readonly [ResponseType, status: number | undefined, type: string, msg?: string])[] = [
  [ResponseType.UNAUTHORIZED, 401, 'unauthorized', 'A valid bearer token is required.'],
  // API Gateway fills in the scopes from the authorizer's context.
  [
    ResponseType.ACCESS_DENIED,
    403,
    'missing_scope',
    'This token lacks the scope: $context.authorizer.needed_scope.',
  ],
  // API Gateway's response to an unknown path or method.
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, 404, 'not_found', NOTHING_HERE],
  // The same with a bearer token, which API Gateway mistakes for a malformed AWS signature.
  [ResponseType.INVALID_SIGNATURE, 404, 'not_found', NOTHING_HERE],
  [ResponseType.RESOURCE_NOT_FOUND, 404, 'not_found', NOTHING_HERE],
  [ResponseType.REQUEST_TOO_LARGE, 413, 'body_too_large', 'The request is larger than 10 MB.'],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, 415, 'unsupported_media_type', 'The body must be JSON.'],
  [ResponseType.THROTTLED, 429, 'too_many_requests', 'Too many requests; try again shortly.'],
  [ResponseType.WAF_FILTERED, 403, 'forbidden', 'This is not allowed.'],
  [ResponseType.BAD_REQUEST_BODY, 422, 'invalid_value'],
  [ResponseType.BAD_REQUEST_PARAMETERS, 422, 'invalid_value'],
  [ResponseType.INTEGRATION_FAILURE, 502, 'internal_error', FAILED],
  [ResponseType.INTEGRATION_TIMEOUT, 504, 'timeout', 'The answer took too long.'],
  [ResponseType.AUTHORIZER_FAILURE, 500, 'internal_error', FAILED],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, 500, 'internal_error', FAILED],
  [ResponseType.DEFAULT_4XX, undefined, 'bad_request'],
  [ResponseType.DEFAULT_5XX, 500, 'internal_error', FAILED],
];

/** Gives all of API Gateway's own responses the same error body, with the request id in a header. */
export function addGatewayResponses(api: RestApi): void {
  for (const [type, status, fault, msg] of ERRORS) {
    // API Gateway's own message is already quoted.
    const text = msg === undefined ? '$context.error.messageString' : JSON.stringify(msg);
    api.addGatewayResponse(`Error${type.responseType}`, {
      type,
      ...(status !== undefined && { statusCode: String(status) }),
      responseHeaders: {
        'x-request-id': 'context.requestId',
        ...(status === 401 && { 'www-authenticate': "'Bearer'" }),
        // Seconds; the token bucket refills within one.
        ...(status === 429 && { 'retry-after': "'1'" }),
      },
      templates: { 'application/json': `{"detail":[{"loc":[],"msg":${text},"type":"${fault}"}]}` },
    });
  }
}
