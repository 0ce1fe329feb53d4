import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';

interface GatewayError {
  readonly type: ResponseType;
  /** Left out: the status that API Gateway gives. */
  readonly status?: string;
  /** The fault's stable type. */
  readonly fault: string;
  /** What to say; left out: what API Gateway says. */
  readonly msg?: string;
}

const internal = { fault: 'internal_error', msg: 'Something went wrong on our side.' };

/** What API Gateway answers itself, in the error body that the endpoints use. */
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
    // API Gateway fills in what the authorizer tells: the scopes of which the operation needs one.
    msg: 'This token lacks the scope: $context.authorizer.needed_scope.',
  },
  // API Gateway's name for a path or method that does not exist.
  {
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    status: '404',
    fault: 'not_found',
    msg: 'There is nothing at this path and method.',
  },
  // What an unknown path gets with a bearer token, which API Gateway then takes for a malformed signature of its own.
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
  {
    type: ResponseType.QUOTA_EXCEEDED,
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

/** Gives an API one error body for everything, with the request's id in a header. */
export function addGatewayResponses(api: RestApi): void {
  for (const { type, status, fault, msg } of ERRORS) {
    // API Gateway puts its own message in quotes already.
    const text = msg === undefined ? '$context.error.messageString' : JSON.stringify(msg);
    api.addGatewayResponse(`Error${type.responseType}`, {
      type,
      ...(status !== undefined && { statusCode: status }),
      responseHeaders: {
        'x-request-id': 'context.requestId',
        ...(status === '401' && { 'www-authenticate': "'Bearer'" }),
        // In seconds; the allowance is renewed within one.
        ...(status === '429' && { 'retry-after': "'1'" }),
      },
      templates: { 'application/json': `{"detail":[{"loc":[],"msg":${text},"type":"${fault}"}]}` },
    });
  }
}
