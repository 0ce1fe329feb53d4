import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { systemClock } from '../platform/clock.ts';
import type { Grant, TableAction } from '../platform/grants.ts';
import { freshSource, type Source } from '../platform/ids.ts';
import { inStep, noteAnswer, stepOfInvocation } from '../platform/log/in-step.ts';
import { outboundAllowedNetworks } from '../platform/outbound/settings.ts';
import { QUOTAS } from '../platform/table/quota-limits.ts';
import { type Actor, stackTable, type Table, writesAfter } from '../platform/table/table.ts';
import { TABLE_NAME } from '../platform/variables/resources.ts';
import { requireOnce, type Variable } from '../platform/variables/variable.ts';
import { visibleFields } from '../platform/visible-fields.ts';
import { variablesOf } from '../platform/worker.ts';
import { QuotaExceeded } from '../records/model/quota-exceeded.ts';
import { MissingTargets } from '../records/store/reference-counts.ts';
import { RevisionChanged } from '../records/store/revisions.ts';
import { isOf, mayRead } from '../tokens/model/scopes.ts';
import { TokenEnded } from '../tokens/store/tokens.ts';
import { answerOf } from './api-version.ts';
import { authenticatedUser, foundByAuthorizer, unauthorized } from './authenticated-user.ts';
import { errorResponses, jsonResponse } from './error-responses.ts';
import { invalidInput } from './errors.ts';
import { answerOnce, IDEMPOTENCY_ACTIONS, idempotencyKeyOf } from './idempotency.ts';
import { quotaExceeded } from './limits/quota-issues.ts';
import { enforceRateLimit, REQUEST_LIMIT_VARIABLES } from './limits/request-limit.ts';
import { type EndpointRequest, type RequestContract, readRequest, unknownReference } from './read-request.ts';
import type { Reference } from './references.ts';
import { Reply } from './reply.ts';
import { revisionChanged } from './revisions.ts';
import { inPinnedWords } from './vendor-words.ts';
import { withWarnings } from './warnings.ts';

export type Schema = z.ZodMiniType;

/** The contract of an endpoint. Routes, functions, permissions and documentation of the API derive from it. */
export interface EndpointContract<Query extends Schema, Body extends Schema, Response extends Schema>
  extends RequestContract<Query, Body> {
  readonly method: 'GET' | 'POST';
  readonly summary: string;
  /** The JSON of a success: see answerByVersion, if it differs between versions. `undefined` for a redirect. */
  readonly response: Response;
  /** A success redirects (302) to a file of this media type. @default none: it answers JSON */
  readonly redirectsTo?: 'audio/mpeg';
  /** Headers of a success besides those that every answer has. @default none */
  readonly responseHeaders?: readonly ResponseHeader[];
  /** It refuses a request whose `If-Match` names another revision of its record. @default false */
  readonly takesRevision?: boolean;
  /** The table actions of the function, without the IAM prefix of DynamoDB. */
  readonly tableActions: readonly TableAction[];
  /** Grants besides those for the table. @default nothing */
  readonly grants?: readonly Grant[];
  /** Variables besides those of its grants and those that every endpoint has. @default none */
  readonly variables?: readonly Variable<unknown>[];
  /** Seconds until it times out, at most 29. @default 10, or 29 if it uses the telephony vendor */
  readonly timeoutSeconds?: number;
  /** Its answer has a secret that is stored nowhere, so a repeat with the same idempotency key gets 409. @default false */
  readonly answersSecret?: boolean;
  /** It creates the secrets of its group, so the sender sees them without the scope to read. @default false */
  readonly makesSecrets?: boolean;
  /** A repeat of a request without an idempotency key is refused for a while. @default it runs again */
  readonly repeats?: RefusedRepeats<z.output<Response>>;
  /** Indexes of the table that the function queries. @default none */
  readonly tableIndexes?: readonly string[];
}

/** How an endpoint refuses repeated requests, which it recognizes by their body. */
export interface RefusedRepeats<Body> {
  readonly seconds: number;
  /** The issue of the repeat: 409. */
  readonly msg: string;
  readonly type: string;
  /** Whether an answer shows that the request had an effect; otherwise it may be repeated. */
  isOf(answer: Body): boolean;
}

export type ResponseHeader = 'ETag' | 'Link' | 'Location' | 'Set-Cookie' | 'X-Total-Count';

/** A repeat with the same idempotency key gets the same time, ids and secrets. */
export interface EndpointDependencies extends Source {
  /** Its writes record who made the request, for the audit log. */
  readonly table: Table;
}

export interface Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema>
  extends EndpointContract<Q, B, R> {
  run(
    request: EndpointRequest<z.output<Q>, z.output<B>>,
    dependencies: EndpointDependencies,
  ): Promise<z.output<R> | Reply<z.output<R>>>;
}

export type ServedEndpoint<
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> = Endpoint<Q, B, R> & { readonly operation: string };

/**
 * Declares an endpoint. Its file exports a function that does so, by the name of the operation: tree shaking drops the
 * functions of the file's other endpoints, but would keep their objects.
 */
export function defineEndpoint<Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<Q, B, R>,
) {
  return endpoint;
}

export function tableActionsOf({
  method,
  tableActions,
}: Pick<EndpointContract<Schema, Schema, Schema>, 'method' | 'tableActions'>): readonly TableAction[] {
  return method === 'POST' ? [...new Set([...tableActions, ...IDEMPOTENCY_ACTIONS])] : tableActions;
}

type Declared = Pick<EndpointContract<Schema, Schema, Schema>, 'grants' | 'hasUrls' | 'variables'>;

/** The variables besides those of the table and of grants. */
export const ownVariablesOf = ({ hasUrls, variables = [] }: Declared): readonly Variable<unknown>[] => [
  ...REQUEST_LIMIT_VARIABLES,
  ...(hasUrls ? [outboundAllowedNetworks] : []),
  ...variables,
];

export const variablesOfEndpoint = (contract: Declared): readonly Variable<unknown>[] => [
  TABLE_NAME,
  QUOTAS,
  ...variablesOf({ ...contract, variables: ownVariablesOf(contract) }),
];

/** Whether a run of an endpoint may act outside of the table: it has grants, or is a change that variables configure. */
const actsElsewhere = ({ method, grants = [], variables = [] }: EndpointContract<Schema, Schema, Schema>) =>
  grants.length > 0 || (method === 'POST' && variables.length > 0);

/** The Lambda handler of an endpoint. The first request fails if a variable is missing or cannot be read. */
export function serve<Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: ServedEndpoint<Q, B, R>,
) {
  const requireVariables = requireOnce(variablesOfEndpoint(endpoint));
  /** Answers a request. Its first effect waits for the check of the user's rate limit. */
  const respondWithin = async (
    counted: Promise<void>,
    event: APIGatewayProxyEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ) => {
    const table = writesAfter(stackTable(), counted);
    const answer = async (source: Source) => {
      const { request, references, warnings } = await readRequest(endpoint, event, table, counted);
      if (actsElsewhere(endpoint)) await counted;
      const actor = actorOf(event, endpoint.operation);
      const result = await endpoint
        .run(request, { table: { ...table, actor }, ...source })
        .catch(throwIssue(references));
      const { body, headers, status } = result instanceof Reply ? result : new Reply(result, {});
      const makes = (group: string) => endpoint.makesSecrets === true && isOf(endpoint.path, group);
      const maySee = (group: string, isFormer: boolean) =>
        mayRead(request.grantedScopes, group) || (!isFormer && makes(group));
      const shown = visibleFields(answerOf(endpoint.response, request.apiVersion), body, maySee);
      const answered = withWarnings(shown, warnings);
      const hasEffect = endpoint.repeats?.isOf(body) ?? true;
      return { response: jsonResponse(status, answered, event, headers), hasEffect };
    };
    const key = endpoint.method === 'POST' ? idempotencyKeyOf(event) : undefined;
    const { repeats, answersSecret: isSecret = false } = endpoint;
    if (key === undefined && !repeats) return (await answer(freshSource(systemClock))).response;
    const timeLeftMs = context.getRemainingTimeInMillis();
    return answerOnce(table, { event, key, repeats, timeLeftMs, isSecret }, answer);
  };
  const respond = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .handler(async (event, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
      requireVariables();
      const counted = enforceRateLimit(stackTable(), authenticatedUser(event), systemClock());
      // Only effects wait for the limit; `finally` reports its refusal.
      counted.catch(() => undefined);
      try {
        return await respondWithin(counted, event, context);
      } finally {
        await counted;
      }
    });
  return (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const start = stepOfInvocation(`${endpoint.method} ${endpoint.path}`, { event, context });
    return inStep(start, async (step) => {
      const userId = foundByAuthorizer(event, 'user_id');
      if (userId !== undefined) step.userId = userId;
      const response = await respond(event, context);
      noteAnswer(step, response);
      return inPinnedWords(response, event);
    });
  };
}

/** Maps refusals of the store to issues: a record may be deleted after the request read it. */
function throwIssue(references: readonly Reference[]) {
  return (error: unknown): never => {
    if (error instanceof QuotaExceeded) throw quotaExceeded(error, systemClock());
    if (error instanceof TokenEnded) throw unauthorized();
    if (error instanceof RevisionChanged) throw revisionChanged(error);
    if (!(error instanceof MissingTargets)) throw error;
    const missing = references.filter((reference) =>
      error.targets.some(({ kind, id }) => kind === reference.kind && id === reference.id),
    );
    throw missing.length > 0 ? invalidInput(missing.map(unknownReference)) : error;
  };
}

/** Who makes a request, for the audit log. The address is API Gateway's peer: clients can forge headers. */
function actorOf(event: APIGatewayProxyEvent, operation: string): Actor {
  const { requestContext } = event;
  const tokenId = foundByAuthorizer(event, 'token_id');
  const address: unknown = requestContext.identity?.sourceIp;
  return {
    by: 'token',
    operation,
    request_id: requestContext.requestId,
    ...(tokenId !== undefined && { token_id: tokenId }),
    ...(typeof address === 'string' && { ip_address: address }),
  };
}
