/** Headers of answers, by name: the first belongs to every answer, the others where an endpoint's contract or a failure says so. */
export const RESPONSE_HEADERS = {
  'x-request-id': {
    component: 'RequestId',
    description: 'Identifier of the request, which finds it in the service’s log.',
    schema: { type: 'string' },
    example: '3f1c0d7e-6a52-4c1b-9c8e-0d5b7a2f4e61',
  },
  Link: {
    component: 'Link',
    description:
      'Where to go on (RFC 8288): `rel="next"` is the next page, there only when there is more, and `rel="first"` the first; both keep the other parameters of the request. Each is a relative reference, to be resolved against the URL that was requested.',
    schema: { type: 'string' },
    example:
      '<?size=10&sort_desc=false&cursor=eyJhZnRlciI6IjAxOTlhNWQwLTNjMDItN2ExMC04YjIwLTVmNmU3ZDhjOWIwMiIsInBhZ2UiOjIsImRlc2NlbmRpbmciOmZhbHNlfQ>; rel="next", <?size=10&sort_desc=false>; rel="first"',
  },
  Location: {
    component: 'Location',
    description:
      'A URL that anybody can read for five minutes, without a token: an `Authorization` header that is sent along is refused there. Clients that follow redirections leave it out of themselves.',
    schema: { type: 'string', format: 'uri' },
    example:
      'https://example.s3.us-east-1.amazonaws.com/0199a5d0-3c00-7a10-8b20-5f6e7d8c9b00/0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08.mp3?X-Amz-Signature=…',
  },
  'Retry-After': {
    component: 'RetryAfter',
    description: 'After how many seconds it may be different.',
    schema: { type: 'integer', minimum: 1 },
    example: 10,
  },
  'X-Total-Count': {
    component: 'TotalCount',
    description:
      'How many records there are in all, on whichever page. With filters it is there only when the answer has every record that matches them.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
} as const;

/** References to headers of the document. */
export function headerReferences(names: readonly (keyof typeof RESPONSE_HEADERS)[]) {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${RESPONSE_HEADERS[name].component}` }]),
  );
}

/** The headers as components of the document. */
export function headerComponents() {
  return Object.fromEntries(
    Object.values(RESPONSE_HEADERS).map(({ component, ...header }) => [component, header]),
  );
}
