import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { DomainError, type Fault, invalidInput } from '../domain/errors.ts';
import { header } from '../runtime/header.ts';
import { FoundRecords, findRecords } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { apiVersionOf } from './api-version.ts';
import type { EndpointContract, EndpointRequest, Schema } from './endpoint.ts';
import { faultsOf } from './faults.ts';
import { parseJsonObject } from './json-body.ts';
import { type Reference, referencesIn } from './references.ts';

/** Body of a request, in bytes: what DynamoDB can keep in an item, less what we add to it. */
const MAX_BODY_BYTES = 300_000;

/** More references than any body may have, and as many as one request to the table can look up. */
const MAX_REFERENCES = 100;

/** A request as an endpoint takes it, and where its body refers to which records. */
export interface ReadRequest<Query, Body> {
  readonly request: EndpointRequest<Query, Body>;
  readonly references: readonly Reference[];
}

/** Reads a request and the records that its body refers to; throws with every fault that it has. */
export async function readRequest<Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: EndpointContract<Q, B, R>,
  event: APIGatewayProxyEvent,
  table: Table,
): Promise<ReadRequest<z.output<Q>, z.output<B>>> {
  const userId = authenticatedUser(event);
  const apiVersion = apiVersionOf(header(event.headers, 'api-version'));
  const json = endpoint.body ? readBody(endpoint, event) : {};
  const query = check('query', endpoint.query, event.queryStringParameters ?? {});
  const body = check('body', endpoint.selectBody?.(json) ?? endpoint.body, json);
  const references = referencesIn(json, endpoint.references ?? {}).slice(0, MAX_REFERENCES);
  const found = references.length > 0 ? await findRecords(table, userId, references) : new FoundRecords([]);
  const unknown = references.filter(({ kind, id }) => !found.get(kind, id));
  const further = endpoint.faultsOfBody?.(json) ?? [];
  const faults = [...query.faults, ...body.faults, ...further, ...unknown.map(unknownReference)];
  if (faults.length > 0 || !query.ok || !body.ok) throw invalidInput(faults);
  const request = { userId, query: query.value, body: body.value, apiVersion, references: found };
  return { request, references };
}

/** Fails closed: without the authorizer's word nobody is let in. */
export function authenticatedUser(event: APIGatewayProxyEvent): string {
  const userId: unknown = event.requestContext.authorizer?.user_id;
  if (typeof userId === 'string' && userId !== '') return userId;
  throw new DomainError('unauthorized', [
    { loc: ['header', 'authorization'], msg: 'A valid bearer token is required.', type: 'unauthorized' },
  ]);
}

function readBody({ bodyIsOptional }: { readonly bodyIsOptional?: boolean }, event: APIGatewayProxyEvent) {
  return bodyIsOptional && !event.body ? {} : parseJsonObject(event, MAX_BODY_BYTES);
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

/** The fault of a reference to a record that is not there. */
export function unknownReference({ kind, loc }: Reference): Fault {
  const msg = `No ${kind.replaceAll('_', ' ')} with this id.`;
  return { loc, msg, type: 'unknown_reference' };
}
