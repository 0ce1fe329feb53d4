import { type EndpointContract, reachesTelephony, type Schema } from '../../lambdas/rest/endpoint.ts';
import { production } from '../config/production.ts';
import type { RESPONSE_HEADERS } from './response-headers.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

/** A failure that operations answer. */
export interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  /** Headers of its own, besides those of every answer. */
  readonly headers?: readonly (keyof typeof RESPONSE_HEADERS)[];
  /** The fault of its example. */
  readonly fault: { readonly loc: readonly string[]; readonly msg: string; readonly type: string };
  readonly appliesTo: (contract: Contract, requiresQuery: boolean) => boolean;
}

const always = () => true;
const hasBody = ({ body }: Contract) => body !== undefined;

/** Failures by the name of their component. */
export const ERROR_RESPONSES: Readonly<Record<string, ErrorResponse>> = {
  BadRequest: {
    status: 400,
    description: 'A header does not fit: there is no such version, or the idempotency key is malformed.',
    fault: {
      loc: ['header', 'api-version'],
      msg: 'There is no such version. Must be one of: 2023-08, 2024-08.',
      type: 'unknown_version',
    },
    appliesTo: always,
  },
  Unauthorized: {
    status: 401,
    description: 'There is no token, or it is wrong, expired or revoked.',
    fault: { loc: [], msg: 'A valid bearer token is required.', type: 'unauthorized' },
    appliesTo: always,
  },
  Forbidden: {
    status: 403,
    description:
      'You have as much as one of your quotas allows (`quota_exceeded`): the message names it, and `GET /v1/usage` tells of all. Delete some, or ask the operator for more.',
    fault: {
      loc: [],
      msg: 'Your quota agents is 1000, and this would be more: delete some, or ask the operator to raise it.',
      type: 'quota_exceeded',
    },
    appliesTo: ({ method, body }) => method === 'POST' && body !== undefined,
  },
  NotFound: {
    status: 404,
    description:
      'You have no such record: nobody has, or somebody else; or it does not have what was asked for of it.',
    fault: { loc: ['query', 'id'], msg: 'No agent with this id.', type: 'not_found' },
    // What the query must name is a record.
    appliesTo: (_, requiresQuery) => requiresQuery,
  },
  Conflict: {
    status: 409,
    description:
      'The request does not go with how things stand: the idempotency key came with another request, or with one that is being handled; or the record is not in a state for it, or others refer to it; or (`do_not_call`) the callee has asked you not to call again.',
    fault: {
      loc: ['header', 'idempotency-key'],
      msg: 'A request with this key is being handled: try again shortly.',
      type: 'request_in_progress',
    },
    appliesTo: ({ method }) => method === 'POST',
  },
  TooLarge: {
    status: 413,
    description: 'The body has more than 300,000 bytes.',
    fault: { loc: ['body'], msg: 'The body may have at most 300000 bytes.', type: 'body_too_large' },
    appliesTo: hasBody,
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not said to be JSON.',
    fault: {
      loc: ['header', 'content-type'],
      msg: 'The body must be JSON, sent with the header Content-Type: application/json.',
      type: 'unsupported_media_type',
    },
    appliesTo: hasBody,
  },
  InvalidInput: {
    status: 422,
    description: 'The request does not fit: every fault is listed, and nothing was changed.',
    fault: { loc: ['body', 'agent'], msg: 'This field is required.', type: 'missing' },
    appliesTo: always,
  },
  TooManyRequests: {
    status: 429,
    description:
      'More requests than your token (`token_budget_spent`) or all your tokens together (`user_budget_spent`) may make, more than the service takes of all its users (`too_many_requests`), (`too_many_calls`) as many open calls already as you may have, (`quota_exceeded`) a quota of the day is used up, or (`too_many_delivery_requests`) more tests, retries or replays of deliveries: try again after the seconds that the header `Retry-After` says.',
    headers: ['Retry-After'],
    fault: {
      loc: ['header', 'authorization'],
      msg: `This token may make ${production.budgets.token.rate} requests a second, and ${production.budgets.token.burst} at once; try again in 1 s.`,
      type: 'token_budget_spent',
    },
    appliesTo: always,
  },
  InternalError: {
    status: 500,
    description: 'Something went wrong in the service; its log has it under the request’s id.',
    fault: { loc: [], msg: 'Something went wrong on our side.', type: 'internal_error' },
    appliesTo: always,
  },
  BadGateway: {
    status: 502,
    description:
      'The telephony vendor refused, could not be reached, or gave no answer; the fault says which. After `telephony_unverified` nothing was stored, and the request may be repeated.',
    fault: {
      loc: ['body', 'telephony_account_connection'],
      msg: 'The telephony vendor refused: Authenticate',
      type: 'telephony_refused',
    },
    appliesTo: reachesTelephony,
  },
};
