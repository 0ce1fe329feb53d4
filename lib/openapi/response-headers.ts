import { API_VERSIONS, DEFAULT_API_VERSION } from '../../lambdas/platform/api-versions.ts';

/** Answer headers, by name: the first belongs to every answer, the others to endpoints or failures that declare them. */
export const RESPONSE_HEADERS = {
  'x-request-id': {
    component: 'RequestId',
    description: 'Identifier of the request. The service’s log contains it, too.',
    schema: { type: 'string' },
    example: '3f1c0d7e-6a52-4c1b-9c8e-0d5b7a2f4e61',
  },
  ETag: {
    component: 'Revision',
    description:
      'The revision of the record: it changes with each change by a user, also of the records that an agent shows. Send it in `If-Match` to change only what you have seen.',
    schema: { type: 'string' },
    example: '"0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02"',
  },
  Link: {
    component: 'Link',
    description:
      'Links to other pages (RFC 8288). `rel="next"` is the next page, absent on the last one. `rel="first"` is the first page. Both keep the other parameters of the request. Resolve each link against the URL of the request.',
    schema: { type: 'string' },
    example:
      '<?size=10&sort_desc=false&cursor=eyJhZnRlciI6IjAxOTlhNWQwLTNjMDItN2ExMC04YjIwLTVmNmU3ZDhjOWIwMiIsInBhZ2UiOjIsImRlc2NlbmRpbmciOmZhbHNlfQ>; rel="next", <?size=10&sort_desc=false>; rel="first"',
  },
  Location: {
    component: 'Location',
    description:
      'A URL of the recording that works for five minutes, for anyone, without a token. It refuses an `Authorization` header; clients that follow redirects drop this header.',
    schema: { type: 'string', format: 'uri' },
    example:
      'https://example.s3.us-east-1.amazonaws.com/0199a5d0-3c00-7a10-8b20-5f6e7d8c9b00/0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08.mp3?X-Amz-Signature=5d1f0a526c4e4c0b',
  },
  'Retry-After': {
    component: 'RetryAfter',
    description: 'Seconds after which a retry may succeed.',
    schema: { type: 'integer', minimum: 1 },
    example: 10,
  },
  'Set-Cookie': {
    component: 'SetCookie',
    description:
      'Stores the session in the browser that shows the console, or removes it. Other clients can ignore it, since this API reads no cookies.',
    schema: { type: 'string' },
    example: '__Host-session=…; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800',
  },
  'X-Total-Count': {
    component: 'TotalCount',
    description:
      'The total number of records. With filters, it is present only if this answer contains every matching record.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
} as const;

export function headerReferences(names: readonly (keyof typeof RESPONSE_HEADERS)[]) {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${RESPONSE_HEADERS[name].component}` }]),
  );
}

export function headerComponents() {
  return Object.fromEntries(
    Object.values(RESPONSE_HEADERS).map(({ component, ...header }) => [component, header]),
  );
}

/** Request headers: the second one belongs to every POST, the third one to endpoints that take revisions. */
export const REQUEST_HEADERS = {
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    required: false,
    description:
      'The version of the API. Default: the `api_version` of the token, or else 2024-08. Where versions differ, the operation’s description says how.',
    schema: { type: 'string', enum: API_VERSIONS, default: DEFAULT_API_VERSION },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key of your choice, so that you can safely repeat the request. A repeat within 24 hours is not executed again. It gets the same answer, with the header `idempotency-replayed: true`. 1 to 255 printable ASCII characters without spaces.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '7d1f0a52-6c4e-4c0b-9a53-2f1f6f0c8e11',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the record as you have seen it. If it has another revision now, nothing is changed, and the answer is 412. Default: any revision.',
    schema: { type: 'string' },
    example: '"0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02"',
  },
} as const;
