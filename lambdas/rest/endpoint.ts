import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { invalidInput } from '../domain/errors.ts';
import { pickFields } from '../domain/pick-fields.ts';
import { QuotaExceeded } from '../domain/quotas/quota-exceeded.ts';
import { systemClock } from '../runtime/clock.ts';
import { freshSource, type Source } from '../runtime/ids.ts';
import { MissingTargets } from '../store/records/missing-targets.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { payRequest } from './budgets.ts';
import { errorResponses, jsonResponse } from './error-responses.ts';
import { answerOnce, IDEMPOTENCY_ACTIONS, idempotencyKeyOf } from './idempotency.ts';
import { quotaExceeded } from './quota-exceeded.ts';
import { type EndpointRequest, type RequestContract, readRequest, unknownReference } from './read-request.ts';
import type { Reference } from './references.ts';

/** Any schema. */
export type Schema = z.ZodMiniType;

/** The contract of an endpoint. Routes, functions, permissions and documentation of the API derive from it. */
export interface EndpointContract<Query extends Schema, Body extends Schema, Response extends Schema>
  extends RequestContract<Query, Body> {
  /** Name of the operation, also of its function: camelCase. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Path from the root of the API, without a trailing slash. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** The JSON of a success; `undefined` for a redirect. */
  readonly response: Response;
  /** A success redirects (302) to a file of this media type. @default none: it answers JSON */
  readonly redirectsTo?: 'audio/mpeg';
  /** Headers of a success besides those that every answer has. @default none */
  readonly responseHeaders?: readonly ResponseHeader[];
  /** The table actions of the function, without the IAM prefix of DynamoDB. */
  readonly tableActions: readonly TableAction[];
  /** What the function does with the recordings of calls: actions of S3's IAM prefix. @default nothing */
  readonly recordingActions?: readonly RecordingAction[];
  /** It sends requests to the telephony vendor. @default false */
  readonly usesTelephony?: boolean;
  /** It sends requests to the telephony vendor with the credentials of the request only. @default false */
  readonly verifiesTelephony?: boolean;
  /** Seconds until it times out, at most 29. @default 10, or 29 if it uses the telephony vendor */
  readonly timeoutSeconds?: number;
  /** It creates calls, whose number is limited by user. @default false */
  readonly makesCalls?: boolean;
  /** It stores agents, whose fallbacks are restricted on the platform's accounts. @default false */
  readonly storesAgents?: boolean;
  /** It creates delivery requests, whose rate is limited by user. @default false */
  readonly asksForDeliveries?: boolean;
  /** Indexes of the table that the function queries. @default none */
  readonly tableIndexes?: readonly string[];
}

/** Headers of some endpoints' answers. */
export type ResponseHeader = 'Link' | 'Location' | 'X-Total-Count';

/** DynamoDB actions that endpoints use. */
export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** S3 actions that endpoints use. */
export type RecordingAction = 'GetObject' | 'DeleteObject';

/** Dependencies of an endpoint. A repeat with the same idempotency key gets the same time, ids and secrets. */
export interface EndpointDependencies extends Source {
  readonly table: Table;
}

/** An answer with its own headers, and optionally a status other than 200. */
export class Reply<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(body: Body, headers: Readonly<Record<string, string>>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** An endpoint: its contract and its function. */
export interface Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema>
  extends EndpointContract<Q, B, R> {
  run(
    request: EndpointRequest<z.output<Q>, z.output<B>>,
    dependencies: EndpointDependencies,
  ): Promise<z.output<R> | Reply<z.output<R>>>;
}

/** Declares an endpoint. */
export function defineEndpoint<Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<Q, B, R>,
) {
  return endpoint;
}

/** All table actions of an endpoint's function. */
export function tableActionsOf({
  method,
  tableActions,
}: Pick<EndpointContract<Schema, Schema, Schema>, 'method' | 'tableActions'>): readonly TableAction[] {
  return method === 'POST' ? [...new Set([...tableActions, ...IDEMPOTENCY_ACTIONS])] : tableActions;
}

/** The Lambda handler of an endpoint. */
export function serve<Q extends Schema, B extends Schema, R extends Schema>(endpoint: Endpoint<Q, B, R>) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .handler(async (event, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
      const table = stackTable();
      await payRequest(table, event, systemClock());
      const answer = async (source: Source) => {
        const { request, references } = await readRequest(endpoint, event, table);
        const result = await endpoint.run(request, { table, ...source }).catch(tellFault(references));
        const { body, headers, status } = result instanceof Reply ? result : new Reply(result, {});
        return jsonResponse(status, pickFields(endpoint.response, body), event, headers);
      };
      const key = endpoint.method === 'POST' ? idempotencyKeyOf(event) : undefined;
      if (key === undefined) return answer(freshSource(systemClock));
      return answerOnce(table, { event, key, timeLeftMs: context.getRemainingTimeInMillis() }, answer);
    });
}

/**
 * Maps refusals of the store to faults. A record may be deleted between the read of the request and the write that
 * refers to it.
 */
function tellFault(references: readonly Reference[]) {
  return (error: unknown): never => {
    if (error instanceof QuotaExceeded) throw quotaExceeded(error);
    if (!(error instanceof MissingTargets)) throw error;
    const missing = references.filter((reference) =>
      error.targets.some(({ kind, id }) => kind === reference.kind && id === reference.id),
    );
    throw missing.length > 0 ? invalidInput(missing.map(unknownReference)) : error;
  };
}
