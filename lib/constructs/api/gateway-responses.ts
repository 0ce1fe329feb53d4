import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';

interface GatewayError {
  readonly type: ResponseType;
  readonly status?: string;
  readonly fault: string;
  /** The message; by default that of API Gateway. */
  readonly msg?: string;
}

const internal = {
  fault: 'internal_error',
  msg: 'The service failed; try again, or give the operator the request id.',
};

/** The answers of API Gateway itself, with the error body of endpoints. */
const ERRORS: readonly GatewayError[] = [
  {
    type: ResponseType.UNAUTHORIZED,
    status: '401',
    fault: 'unauthorized',
    msg: 'A valid bearer token is required.',
  },
  {
    type: ResponseType.ACCESS_DENIED,
    status: '403',
    fault: 'missing_scope',
    // API Gateway fills in the scopes from the authorizer's context.
    msg: 'This token lacks the scope: $context.authorizer.needed_scope.',
  },
  // API Gateway's answer to a path or method that does not exist.
  {
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    status: '404',
    fault: 'not_found',
    msg: 'There is nothing at this path and method.',
  },
  // The same with a bearer token, which API Gateway takes for a malformed AWS signature.
  {
    type: ResponseType.INVALID_SIGNATURE,
    status: '404',
    fault: 'not_found',
    msg: 'There is nothing at this path and method.',
  },
  {
    type: ResponseType.RESOURCE_NOT_FOUND,
    status: '404',
    fault: 'not_found',
    msg: 'There is nothing at this path and method.',
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    status: '413',
    fault: 'body_too_large',
    msg: 'The request is larger than 10 MB.',
  },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    status: '415',
    fault: 'unsupported_media_type',
    msg: 'The body must be JSON.',
  },
  {
    type: ResponseType.THROTTLED,
    status: '429',
    fault: 'too_many_requests',
    msg: 'Too many requests; try again shortly.',
  },
  { type: ResponseType.WAF_FILTERED, status: '403', fault: 'forbidden', msg: 'This is not allowed.' },
  { type: ResponseType.BAD_REQUEST_BODY, status: '422', fault: 'invalid_value' },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, status: '422', fault: 'invalid_value' },
  { type: ResponseType.INTEGRATION_FAILURE, status: '502', ...internal },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    status: '504',
    fault: 'timeout',
    msg: 'The answer took too long.',
  },
  { type: ResponseType.AUTHORIZER_FAILURE, status: '500', ...internal },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, status: '500', ...internal },
  { type: ResponseType.DEFAULT_4XX, fault: 'bad_request' },
  { type: ResponseType.DEFAULT_5XX, status: '500', ...internal },
];

/** Gives all answers of API Gateway the same error body, with the request's id in a header. */
export function addGatewayResponses(api: RestApi): void {
  for (const { type, status, fault, msg } of ERRORS) {
    // API Gateway's own message is already quoted.
    const text = msg === undefined ? '$context.error.messageString' : JSON.stringify(msg);
    api.addGatewayResponse(`Error${type.responseType}`, {
      type,
      ...(status !== undefined && { statusCode: status }),
      responseHeaders: {
        'x-request-id': 'context.requestId',
        ...(status === '401' && { 'www-authenticate': "'Bearer'" }),
        // In seconds; the allowance refills within one.
        ...(status === '429' && { 'retry-after': "'1'" }),
      },
      templates: { 'application/json': `{"detail":[{"loc":[],"msg":${text},"type":"${fault}"}]}` },
    });
  }
}
