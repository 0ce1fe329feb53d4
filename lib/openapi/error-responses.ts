import type { EndpointContract, Schema } from '../../lambdas/platform/endpoint.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

/** A failure that operations answer. */
export interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  /** The fault of its example. */
  readonly fault: { readonly loc: readonly string[]; readonly msg: string; readonly type: string };
  readonly appliesTo: (contract: Contract, requiresQuery: boolean) => boolean;
}

const always = () => true;

/** Failures by the name of their component. */
export const ERROR_RESPONSES: Readonly<Record<string, ErrorResponse>> = {
  Unauthorized: {
    status: 401,
    description: 'There is no token, or it is wrong, expired or revoked.',
    fault: { loc: [], msg: 'A valid bearer token is required.', type: 'unauthorized' },
    appliesTo: always,
  },
  NotFound: {
    status: 404,
    description: 'You have no such record: nobody has, or somebody else.',
    fault: { loc: ['query', 'id'], msg: 'No agent with this id.', type: 'not_found' },
    // What the query must name is a record.
    appliesTo: (_, requiresQuery) => requiresQuery,
  },
  TooLarge: {
    status: 413,
    description: 'The request is larger than 10 MB. (A body that is smaller and still too large is a 422.)',
    fault: { loc: [], msg: 'The request is larger than 10 MB.', type: 'body_too_large' },
    appliesTo: ({ body }) => body !== undefined,
  },
  InvalidInput: {
    status: 422,
    description: 'The request does not fit: every fault is listed, and nothing was changed.',
    fault: { loc: ['body', 'agent'], msg: 'This field is required.', type: 'missing' },
    appliesTo: always,
  },
  TooManyRequests: {
    status: 429,
    description: 'More requests than the service takes at once: try again shortly.',
    fault: { loc: [], msg: 'Too many requests; try again shortly.', type: 'too_many_requests' },
    appliesTo: always,
  },
  InternalError: {
    status: 500,
    description: 'Something went wrong in the service; its log has it under the request’s id.',
    fault: { loc: [], msg: 'Something went wrong on our side.', type: 'internal_error' },
    appliesTo: always,
  },
};
