import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import { type ConfigurationKind, FoundRecords, findRecords } from '../store/records.ts';
import { stackTable, type Table } from '../store/table.ts';
import { systemClock } from './clock.ts';
import { errorResponses, jsonResponse } from './error-responses.ts';
import { DomainError, type Fault, invalidInput } from './errors.ts';
import { faultsOf } from './faults.ts';
import { newId } from './ids.ts';
import { parseJsonObject } from './json-body.ts';
import { type Reference, referencesIn } from './references.ts';

/** Any schema. */
export type Schema = z.ZodMiniType;

/** What an endpoint is: the routes, functions, permissions and documentation of the API all come from it. */
export interface EndpointContract<Query extends Schema, Body extends Schema, Response extends Schema> {
  /** Name of the operation, also of its function: camelCase. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Path from the root of the API, without a trailing slash. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Picks the alternative of `body` that a request is to be held against, where the faults would else be guesswork. */
  selectBody?(json: Readonly<Record<string, unknown>>): z.ZodMiniType<z.output<Body>>;
  readonly response: Response;
  /** Fields of the body that name other records of the user, with the kind of record. */
  readonly references?: Readonly<Record<string, ConfigurationKind>>;
  /** What the function does with the table: actions of DynamoDB's IAM prefix. */
  readonly tableActions: readonly TableAction[];
}

/** DynamoDB actions that endpoints use. */
export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** A request that fits the endpoint's contract. */
export interface EndpointRequest<Query, Body> {
  readonly userId: string;
  readonly query: Query;
  readonly body: Body;
  /** The records that the body refers to. */
  readonly references: FoundRecords;
}

/** What an endpoint can reach. */
export interface EndpointDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** An endpoint: its contract and what it does. */
export interface Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema>
  extends EndpointContract<Q, B, R> {
  run(
    request: EndpointRequest<z.output<Q>, z.output<B>>,
    dependencies: EndpointDependencies,
  ): Promise<z.output<R>>;
}

/** Declares an endpoint. */
export function defineEndpoint<Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<Q, B, R>,
) {
  return endpoint;
}

/** Body of a request, in bytes: what DynamoDB can keep in an item, less what we add to it. */
const MAX_BODY_BYTES = 300_000;

/** The Lambda handler of an endpoint. */
export function serve<Q extends Schema, B extends Schema, R extends Schema>(endpoint: Endpoint<Q, B, R>) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(errorResponses())
    .handler(async (event) => {
      const dependencies = { table: stackTable(), now: systemClock, newId };
      const request = await readRequest(endpoint, event, dependencies.table);
      return jsonResponse(200, await endpoint.run(request, dependencies), event);
    });
}

async function readRequest<Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<Q, B, R>,
  event: APIGatewayProxyEvent,
  table: Table,
): Promise<EndpointRequest<z.output<Q>, z.output<B>>> {
  const userId = authenticatedUser(event);
  const json = endpoint.body ? parseJsonObject(event, MAX_BODY_BYTES) : {};
  const query = check('query', endpoint.query, event.queryStringParameters ?? {});
  const body = check('body', endpoint.selectBody?.(json) ?? endpoint.body, json);
  const references = referencesIn(json, endpoint.references ?? {});
  const found = references.length > 0 ? await findRecords(table, userId, references) : new FoundRecords([]);
  const faults = [...query.faults, ...body.faults, ...unknownReferences(references, found)];
  if (faults.length > 0 || !query.ok || !body.ok) throw invalidInput(faults);
  return { userId, query: query.value, body: body.value, references: found };
}

/** Fails closed: without the authorizer's word nobody is let in. */
function authenticatedUser(event: APIGatewayProxyEvent): string {
  const userId: unknown = event.requestContext.authorizer?.user_id;
  if (typeof userId === 'string' && userId !== '') return userId;
  throw new DomainError('unauthorized', [
    { loc: ['header', 'authorization'], msg: 'A valid bearer token is required.', type: 'unauthorized' },
  ]);
}

type Checked<T> = { ok: true; value: T; faults: [] } | { ok: false; faults: Fault[] };

/** An endpoint without a body or query takes none of it into account. */
function check<S extends Schema>(
  part: 'body' | 'query',
  schema: S | undefined,
  value: unknown,
): Checked<z.output<S>>;
function check(part: 'body' | 'query', schema: Schema | undefined, value: unknown): Checked<unknown> {
  if (!schema) return { ok: true, value: undefined, faults: [] };
  const result = schema.safeParse(value, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data, faults: [] }
    : { ok: false, faults: faultsOf(part, result.error) };
}

function unknownReferences(references: readonly Reference[], found: FoundRecords): Fault[] {
  return references
    .filter(({ kind, id }) => !found.get(kind, id))
    .map(({ kind, loc }) => ({
      loc,
      msg: `No ${kind.replaceAll('_', ' ')} with this id.`,
      type: 'unknown_reference',
    }));
}
