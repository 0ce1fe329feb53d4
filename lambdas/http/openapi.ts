import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import document from '../../docs/openapi.json' with { type: 'json' };
import differences from '../../docs/openapi-versions.json' with { type: 'json' };
import { API_VERSIONS, type ApiVersion, DEFAULT_API_VERSION } from '../platform/api-versions.ts';
import { BASE_URL } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { jsonResponse } from './error-responses.ts';

export const openApiWorker = defineWorker({
  stack: 'Api',
  id: 'OpenApi',
  description: 'Returns the OpenAPI document',
  trigger: {
    by: 'request',
    method: 'GET',
    path: '/v1/openapi.json',
    open: 'The document describes the API and contains no user data, so tools can read it without a token.',
  },
  variables: [BASE_URL],
  handlesCalls: false,
});

interface Differences {
  readonly paths: object;
  readonly schemas: object;
  readonly lacks: readonly string[];
}

function documentOf(version: ApiVersion): object {
  const differencesByVersion: Readonly<Partial<Record<ApiVersion, Differences>>> = differences;
  const own = differencesByVersion[version];
  if (!own) return document;
  const { paths, components } = document;
  const schemas = Object.entries({ ...components.schemas, ...own.schemas });
  return {
    ...document,
    paths: { ...paths, ...own.paths },
    components: {
      ...components,
      schemas: Object.fromEntries(schemas.filter(([name]) => !own.lacks.includes(name))),
    },
  };
}

async function handle(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const requestedVersion = event.queryStringParameters?.version ?? DEFAULT_API_VERSION;
  const version = API_VERSIONS.find((each) => each === requestedVersion);
  if (!version) {
    const msg = `Must be one of: ${API_VERSIONS.join(', ')}.`;
    return jsonResponse(422, { detail: [{ loc: ['query', 'version'], msg, type: 'unknown_value' }] }, event);
  }
  return jsonResponse(200, { ...documentOf(version), servers: [{ url: readVariable(BASE_URL) }] }, event);
}

export const handler = workerHandler(openApiWorker, handle);
