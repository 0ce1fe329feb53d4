import { type EndpointContract, reachesTelephony, type Schema } from '../../lambdas/rest/endpoint.ts';
import { production } from '../config/production.ts';
import type { RESPONSE_HEADERS } from './response-headers.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

/** A failure of operations. */
export interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  /** Further headers, besides those of every answer. */
  readonly headers?: readonly (keyof typeof RESPONSE_HEADERS)[];
  /** The example fault. */
  readonly fault: { readonly loc: readonly string[]; readonly msg: string; readonly type: string };
  readonly appliesTo: (contract: Contract, requiresQuery: boolean) => boolean;
}

const always = () => true;
const hasBody = ({ body }: Contract) => body !== undefined;

/** Failures by the name of their component. */
export const ERROR_RESPONSES: Readonly<Record<string, ErrorResponse>> = {
  BadRequest: {
    status: 400,
    description: 'A header is invalid: the version does not exist, or the idempotency key is malformed.',
    fault: {
      loc: ['header', 'api-version'],
      msg: 'This version does not exist. Must be one of: 2023-08, 2024-08, 2026-11.',
      type: 'unknown_version',
    },
    appliesTo: always,
  },
  Unauthorized: {
    status: 401,
    description: 'The token is missing, wrong, expired or revoked.',
    fault: { loc: [], msg: 'A valid bearer token is required.', type: 'unauthorized' },
    appliesTo: always,
  },
  Forbidden: {
    status: 403,
    description:
      'The token lacks a scope that the operation requires (`missing_scope`), or one of your quotas is exhausted (`quota_exceeded`): the message names it, and `GET /v1/usage` lists all. Delete some records, or ask the operator to raise it.',
    fault: {
      loc: [],
      msg: 'This token lacks the scope: write or agents:write.',
      type: 'missing_scope',
    },
    appliesTo: always,
  },
  NotFound: {
    status: 404,
    description:
      'You have no such record: it does not exist or belongs to another user; or it does not have the requested part.',
    fault: { loc: ['query', 'id'], msg: 'No agent with this id.', type: 'not_found' },
    // The required parameter of the query names a record.
    appliesTo: (_, requiresQuery) => requiresQuery,
  },
  Conflict: {
    status: 409,
    description:
      'The request conflicts with the current state: the idempotency key belongs to another request, or to one that is running; the status of the record does not permit the request; other records refer to it; or (`do_not_call`) the number is on your do-not-call list.',
    fault: {
      loc: ['header', 'idempotency-key'],
      msg: 'A request with this key is running; try again shortly.',
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
    description: 'The body is not declared as JSON.',
    fault: {
      loc: ['header', 'content-type'],
      msg: 'The body must be JSON, sent with the header Content-Type: application/json.',
      type: 'unsupported_media_type',
    },
    appliesTo: hasBody,
  },
  InvalidInput: {
    status: 422,
    description: 'The request is invalid: every fault is listed, and nothing was changed.',
    fault: { loc: ['body', 'agent'], msg: 'This field is required.', type: 'missing' },
    appliesTo: always,
  },
  TooManyRequests: {
    status: 429,
    description:
      'More requests than your token (`token_budget_spent`) or all your tokens together (`user_budget_spent`) may make, more than the service takes of all its users (`too_many_requests`), (`too_many_calls`) as many open calls already as you may have, (`quota_exceeded`) a quota of the day is used up, (`too_many_delivery_requests`) more tests, retries or replays of deliveries, or (`too_many_failed_checks`) too many checks of telephony credentials failed: try again after the seconds that the header `Retry-After` says.',
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
    description: 'Something went wrong in the service; its log contains the request’s id.',
    fault: { loc: [], msg: 'Something went wrong on our side.', type: 'internal_error' },
    appliesTo: always,
  },
  BadGateway: {
    status: 502,
    description:
      'The telephony vendor refused, could not be reached, or did not answer; the fault says which. After `telephony_unverified` nothing was stored, and you may repeat the request.',
    fault: {
      loc: ['body', 'telephony_account_connection'],
      msg: 'The telephony vendor refused: Authenticate',
      type: 'telephony_refused',
    },
    appliesTo: reachesTelephony,
  },
};
