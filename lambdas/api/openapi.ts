import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import document from '../../docs/openapi.json' with { type: 'json' };
import { jsonResponse } from '../rest/error-responses.ts';
import { environment } from '../runtime/environment.ts';

/** Returns the OpenAPI document of this API, with its own URL. No authorization is needed. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const servers = [{ url: environment('BASE_URL') }];
  return jsonResponse(200, { ...document, servers }, event);
}
