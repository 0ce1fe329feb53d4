import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import document from '../../docs/openapi.json' with { type: 'json' };
import { jsonResponse } from '../rest/error-responses.ts';
import { BASE_URL } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';

export const openApiWorker = defineWorker({
  stack: 'Api',
  id: 'OpenApi',
  description: 'Returns the OpenAPI document',
  trigger: {
    by: 'request',
    method: 'GET',
    path: '/v1/openapi.json',
    open: 'The document describes the API and contains no data of users, so tools can read it without a token.',
  },
  variables: [BASE_URL],
  handlesCalls: false,
});

async function handle(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const servers = [{ url: readVariable(BASE_URL) }];
  return jsonResponse(200, { ...document, servers }, event);
}

export const handler = workerHandler(openApiWorker, handle);
