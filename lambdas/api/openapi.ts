import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import document from '../../docs/openapi.json' with { type: 'json' };
import { jsonResponse } from '../rest/error-responses.ts';
import { BASE_URL } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Gives the OpenAPI document of this API to anybody, with its own address in it. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const servers = [{ url: readVariable(BASE_URL) }];
  return jsonResponse(200, { ...document, servers }, event);
}
