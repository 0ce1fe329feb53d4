/** API Gateway's answer if a request does not reach its function, or the response is invalid. */
export interface DefaultResponse {
  readonly status: number;
  readonly message: string | null;
  readonly errorType: string;
}

const response = (status: number, message: string | null, errorType: string): DefaultResponse => ({
  status,
  message,
  errorType,
});
const internal = (status: number, message: string | null) =>
  response(status, message, 'InternalServerErrorException');

/** Types and defaults of https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
export const DEFAULT_RESPONSES = {
  ACCESS_DENIED: response(403, 'User is not authorized to access this resource', 'AccessDeniedException'),
  API_CONFIGURATION_ERROR: internal(500, 'Internal server error'),
  AUTHORIZER_CONFIGURATION_ERROR: response(500, null, 'AuthorizerConfigurationException'),
  AUTHORIZER_FAILURE: response(500, null, 'AuthorizerFailureException'),
  BAD_REQUEST_BODY: response(400, 'Invalid request body', 'BadRequestException'),
  BAD_REQUEST_PARAMETERS: response(400, 'Missing required request parameters', 'BadRequestException'),
  DEFAULT_4XX: response(400, 'Bad Request', 'BadRequestException'),
  DEFAULT_5XX: internal(500, 'Internal server error'),
  INTEGRATION_FAILURE: internal(504, 'Internal server error'),
  INTEGRATION_TIMEOUT: internal(504, 'Endpoint request timed out'),
  INVALID_SIGNATURE: response(403, 'The request signature is not valid', 'InvalidSignatureException'),
  MISSING_AUTHENTICATION_TOKEN: response(
    403,
    'Missing Authentication Token',
    'MissingAuthenticationTokenException',
  ),
  REQUEST_TOO_LARGE: response(413, 'Request Too Long', 'RequestTooLargeException'),
  RESOURCE_NOT_FOUND: response(404, 'Not Found', 'NotFoundException'),
  THROTTLED: response(429, 'Too Many Requests', 'TooManyRequestsException'),
  UNAUTHORIZED: response(401, 'Unauthorized', 'UnauthorizedException'),
  UNSUPPORTED_MEDIA_TYPE: response(415, 'Unsupported Media Type', 'UnsupportedMediaTypeException'),
  WAF_FILTERED: response(403, 'Forbidden', 'ForbiddenException'),
} as const;

export type ResponseType = keyof typeof DEFAULT_RESPONSES;
