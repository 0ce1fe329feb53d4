import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { CataloguedEndpoint } from '../../lambdas/catalogue.ts';
import { type ApiVersion, DEFAULT_API_VERSION } from '../../lambdas/platform/api-versions.ts';
import { Components, schemaNames } from './components.ts';
import { describeComponent } from './describe.ts';
import { ERROR_RESPONSES } from './error-responses.ts';
import { eventComponents, eventWebhooks } from './event-webhooks.ts';
import { Examples } from './examples.ts';
import { API_INFO, GROUPS, SERVERS } from './introduction.ts';
import { type JsonSchema, mapValues } from './json-schema.ts';
import { withNamedParts } from './named-parts.ts';
import { groupOf, type OperationSchemas, operationOf, operationSchemas } from './operations.ts';
import { headerComponents, headerReferences, REQUEST_HEADERS } from './response-headers.ts';

type Catalogue = Readonly<Record<string, CataloguedEndpoint>>;

const error = z.object({
  detail: z.array(z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() })),
});

/** The OpenAPI 3.1 document of a catalogue's endpoints in a version of the API, in a fixed order. */
export async function openApiDocument(catalogue: Catalogue, version: ApiVersion = DEFAULT_API_VERSION) {
  const components = new Components(await schemaNames());
  const contracts = Object.values(catalogue).sort((a, b) => compare(a.path, b.path));
  const operations = contracts.map((contract) => operationSchemas(contract, { version, components }));
  const events = eventComponents(components);
  const errorSchema = components.add(error, 'output', 'Error');
  const examples = new Examples(components.schemas);
  const described = mapValues(sorted(components.schemas), (schema, name) => describeComponent(name, schema));
  return {
    openapi: '3.1.0',
    info: API_INFO,
    servers: SERVERS,
    security: [{ bearer: [] }],
    tags: [...new Set(contracts.map(({ path }) => groupOf(path)))].map((name) => ({
      name,
      ...(GROUPS[name] && { description: GROUPS[name] }),
    })),
    paths: pathsOf(operations, examples),
    webhooks: eventWebhooks(events, examples),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Your access token.' } },
      parameters: REQUEST_HEADERS,
      headers: headerComponents(),
      responses: errorResponses(errorSchema),
      schemas: sorted(Object.entries(withNamedParts(described))),
    },
  };
}

type Document = Awaited<ReturnType<typeof openApiDocument>>;

/** How the document of another version differs: its own operations and schemas, and those that it lacks. */
export function differencesBetween({ paths, components }: Document, other: Document) {
  const own = (of: Readonly<Record<string, unknown>>, from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(of).filter(([name, each]) => !isDeepStrictEqual(each, from[name])));
  return {
    paths: own(other.paths, paths),
    schemas: own(other.components.schemas, components.schemas),
    lacks: Object.keys(components.schemas).filter((name) => !Object.hasOwn(other.components.schemas, name)),
  };
}

function pathsOf(operations: readonly OperationSchemas[], examples: Examples) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const each of operations) {
    const { path, method } = each.contract;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(each, examples) };
  }
  return paths;
}

function errorResponses(schema: JsonSchema) {
  return mapValues(ERROR_RESPONSES, ({ description, headers = [], fault }) => ({
    description,
    headers: headerReferences(['x-request-id', ...headers]),
    content: { 'application/json': { schema, example: { detail: [fault] } } },
  }));
}

const sorted = <T>(schemas: Iterable<readonly [string, T]>) =>
  Object.fromEntries([...schemas].sort(([a], [b]) => compare(a, b)));

/** Compares by code units, whatever the locale. */
const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
