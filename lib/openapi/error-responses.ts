import type { EndpointContract, Schema } from '../../lambdas/http/endpoint.ts';
import { requestLimit } from '../../lambdas/http/settings.ts';
import { telephony } from '../../lambdas/vendors/telephony/settings.ts';
import type { DocumentedHeader } from './response-headers.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

export interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  /** Further headers, besides those of every answer. */
  readonly headers?: readonly DocumentedHeader[];
  readonly fault: { readonly loc: readonly string[]; readonly msg: string; readonly type: string };
  readonly appliesTo: (contract: Contract, requiresQuery: boolean) => boolean;
}

export const reachesTelephony = ({ variables = [] }: Pick<Contract, 'variables'>): boolean =>
  variables.includes(telephony.apiUrl);

const always = () => true;
const hasBody = ({ body }: Contract) => body !== undefined;

/** Failures by the name of their component. */
export const ERROR_RESPONSES: Readonly<Record<string, ErrorResponse>> = {
  BadRequest: {
    status: 400,
    description: 'A header is invalid: `Api-Version` names no version, or `Idempotency-Key` is malformed.',
    fault: {
      loc: ['header', 'api-version'],
      msg: 'This version does not exist. Must be one of: 2023-08, 2024-08, 2024-08-27, 2026-11.',
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
      '`missing_scope`: the token has none of the scopes that the operation needs. `quota_exceeded`: one of your quotas is used up. The message names the quota; `GET /v1/usage` lists all. Delete some records, or ask the operator to raise the quota.',
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
      'You have no such record: it does not exist, or belongs to another user. Or the record lacks the requested part.',
    fault: { loc: ['query', 'id'], msg: 'No agent with this id.', type: 'not_found' },
    // The required parameter of the query names a record.
    appliesTo: (_, requiresQuery) => requiresQuery,
  },
  Conflict: {
    status: 409,
    description:
      'The request conflicts with the current state. The idempotency key belongs to another request, or to one that is running. Or the status of the record does not permit the request. Or other records refer to it. Or the number is on your do-not-call list (`do_not_call`).',
    fault: {
      loc: ['header', 'idempotency-key'],
      msg: 'A request with this key is running; try again shortly.',
      type: 'request_in_progress',
    },
    appliesTo: ({ method }) => method === 'POST',
  },
  RevisionChanged: {
    status: 412,
    description:
      'The record was changed since the revision in `If-Match`; nothing was changed. The message says when and by which token, and the header `ETag` has the present revision.',
    headers: ['ETag'],
    fault: {
      loc: ['header', 'if-match'],
      msg: 'The record has another revision. It was changed at 2026-03-14T09:26:53.589Z by the token 0199a5d0-3c01-7a10-8b20-5f6e7d8c9b01 (updateAgent), and its revision is "0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02". Get it again, and repeat your change.',
      type: 'revision_changed',
    },
    appliesTo: ({ takesRevision }) => takesRevision === true,
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
    description: 'The request is invalid. The answer lists every issue; nothing was changed.',
    fault: { loc: ['body', 'agent'], msg: 'This field is required.', type: 'missing' },
    appliesTo: always,
  },
  TooManyRequests: {
    status: 429,
    description:
      'A limit is reached. Try again after the seconds in the header `Retry-After`. `rate_limited`: requests of all your tokens. `too_many_requests`: requests of all users of the service. `too_many_calls`: open calls. `quota_exceeded`: a quota of the day. `too_many_delivery_requests`: tests, retries or replays of deliveries. `too_many_failed_checks`: failed checks of telephony credentials. `too_many_checks`: checks of account connections and vector databases. `too_many_number_searches`: searches for numbers. `too_many_analysis_requests`: further analyses of calls. `too_many_rehearsals`: rehearsals, or turns of them at once. `too_many_action_tests`: tests of actions. `too_many_at_once`: concurrent changes.',
    headers: ['Retry-After'],
    fault: {
      loc: ['header', 'authorization'],
      msg: `You may make ${requestLimit.rate.default} requests per second, and ${requestLimit.burst.default} at once; try again in 1 s.`,
      type: 'rate_limited',
    },
    appliesTo: always,
  },
  InternalError: {
    status: 500,
    description: 'The service failed. Its log contains the id of the request.',
    fault: {
      loc: [],
      msg: 'The service failed; try again, or give the operator this request id: 3f1c0d7e-6a52-4c1b-9c8e-0d5b7a2f4e61.',
      type: 'internal_error',
    },
    appliesTo: always,
  },
  BadGateway: {
    status: 502,
    description:
      'The telephony vendor refused, could not be reached, or did not answer. The issue says which. After `telephony_unverified`, nothing was stored; you can repeat the request.',
    fault: {
      loc: ['body', 'telephony_account_connection'],
      msg: 'The telephony vendor refused: Authenticate',
      type: 'telephony_refused',
    },
    appliesTo: reachesTelephony,
  },
};
