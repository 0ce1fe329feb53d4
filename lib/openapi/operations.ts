import * as z from 'zod';
import type { CataloguedEndpoint } from '../../lambdas/catalogue.ts';
import { answerOf } from '../../lambdas/http/api-version.ts';
import type { Schema } from '../../lambdas/http/endpoint.ts';
import type { ApiVersion } from '../../lambdas/platform/api-versions.ts';
import { scopesFor } from '../../lambdas/tokens/model/scopes.ts';
import type { Components } from './components.ts';
import { sentences } from './describe.ts';
import { ERROR_RESPONSES } from './error-responses.ts';
import type { Examples } from './examples.ts';
import { isSchema, type JsonSchema, mapValues, pascalCase, referredName } from './json-schema.ts';
import { headerReferences, REQUEST_HEADERS } from './response-headers.ts';
import { descriptions, operationDescriptions } from './words.ts';

/** The request and answer of an operation, as schemas of the document. */
export interface OperationSchemas {
  readonly contract: CataloguedEndpoint;
  readonly query: JsonSchema;
  readonly body: JsonSchema | undefined;
  readonly response: JsonSchema;
}

export function operationSchemas(
  contract: CataloguedEndpoint,
  { version, components }: { readonly version: ApiVersion; readonly components: Components },
): OperationSchemas {
  const { operation, query, body, response } = contract;
  const name = pascalCase(operation);
  return {
    contract,
    query: query ? withDefaults(query, components.query(query)) : {},
    body: body && components.add(body, 'input', `${name}Body`),
    response: contract.redirectsTo
      ? {}
      : components.add(answerOf(response, version), 'output', `${name}Result`),
  };
}

/** Adds defaults. A query's schema does not contain those of fields parsed from text; parsing an empty query yields them. */
function withDefaults(query: Schema, { properties = {}, ...schema }: JsonSchema): JsonSchema {
  const defaults = z.record(z.string(), z.unknown()).safeParse(query.safeParse({}).data).data ?? {};
  const withDefault = mapValues(properties, (property, name) =>
    isSchema(property) && defaults[name] !== undefined ? { ...property, default: defaults[name] } : property,
  );
  return { ...schema, properties: withDefault };
}

export function operationOf({ contract, query, body, response }: OperationSchemas, examples: Examples) {
  const { operation, summary, method, path } = contract;
  const description = operationDescriptions[operation];
  const parameters = parametersOf(operation, query, examples);
  return {
    operationId: operation,
    summary,
    ...(description !== undefined && { description }),
    tags: [groupOf(path)],
    security: securityOf(scopesFor(method, path)),
    parameters: [...parameters, ...headersOf(contract)],
    ...(body && { requestBody: { required: !contract.bodyIsOptional, content: json(body, examples) } }),
    responses: {
      ...successOf({ contract, response }, examples),
      ...errorsOf(contract, namesRecord(query)),
    },
  };
}

/** Any one scope is enough. OpenAPI 3.1 lets a bearer scheme list roles. */
const securityOf = (scopes: readonly string[]) =>
  scopes.length === 0 ? [{ bearer: [] }] : scopes.map((scope) => ({ bearer: [scope] }));

/** A success: JSON, or a redirect and its target. */
function successOf(
  { contract, response }: Pick<OperationSchemas, 'contract' | 'response'>,
  examples: Examples,
): Readonly<Record<number, object>> {
  const headers = responseHeadersOf(contract);
  const { redirectsTo } = contract;
  if (redirectsTo === undefined) {
    const description = sentences(referredName(response) ?? 'List', [], {}) ?? 'The result.';
    return { 200: { description, headers, content: json(response, examples) } };
  }
  return {
    200: {
      description: 'The target of the redirect, for clients that follow it.',
      content: { [redirectsTo]: { schema: { type: 'string', format: 'binary' } } },
    },
    302: { description: 'The URL of the result; the answer has no body.', headers },
  };
}

/** The group of an operation: the first part of its path after the version. */
export function groupOf(path: string): string {
  return path.split('/')[2] ?? '';
}

function parametersOf(operation: string, { properties = {}, required = [] }: JsonSchema, examples: Examples) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isSchema(schema)) return [];
    const component = queryOf(operation, name);
    const description = sentences(component, [name], schema);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description && { description }),
      schema,
      example: examples.of(schema, component, [name]),
    };
  });
}

/** The place of a parameter's description: the operation's own, or that of all queries. */
function queryOf(operation: string, name: string): string {
  const own = `${pascalCase(operation)}Query`;
  return Object.hasOwn(descriptions, `${own}.${name}`) ? own : 'Query';
}

function headersOf({ method, takesRevision = false }: CataloguedEndpoint) {
  const [version, post, revision]: readonly string[] = Object.keys(REQUEST_HEADERS);
  const names = [version, ...(method === 'POST' ? [post] : []), ...(takesRevision ? [revision] : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

const namesRecord = ({ required = [], properties = {} }: JsonSchema) =>
  required.length > 0 || Object.hasOwn(properties, 'id');

function responseHeadersOf({ responseHeaders = [] }: CataloguedEndpoint) {
  return headerReferences(['x-request-id', ...responseHeaders]);
}

function errorsOf(contract: CataloguedEndpoint, requiresQuery: boolean) {
  const applying = Object.entries(ERROR_RESPONSES).filter(([, { appliesTo }]) =>
    appliesTo(contract, requiresQuery),
  );
  return Object.fromEntries(
    applying.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

function json(schema: JsonSchema, examples: Examples) {
  return { 'application/json': { schema, examples: examples.ofAlternatives(schema) } };
}
