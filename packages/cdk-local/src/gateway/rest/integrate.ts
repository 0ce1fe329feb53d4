import type { Functions } from '../../functions/functions.ts';
import { askTarget, isFailure, type ProxyFailure } from '../lambda-proxy/invoke-target.ts';
import { GatewayFault } from './gateway-fault.ts';
import type { Integration } from './rest-api.ts';
import { restEvent } from './rest-event.ts';
import type { RestRequest } from './rest-request.ts';

/** Largest event of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** JSON turns a byte into at most six, so only events of larger bodies need measuring. */
const SURELY_SMALL_BYTES = MAX_EVENT_BYTES / 8;

export interface RestResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer;
}

/** The response of the method's function; throws a GatewayFault for its failure. */
export async function integrate(options: {
  readonly functions: Functions;
  readonly integration: Integration;
  readonly request: RestRequest;
  readonly body: Buffer;
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
}): Promise<RestResponse> {
  const { functions, integration, request, body, authorizer } = options;
  if (integration.type === 'mock') return answerMock(integration, request);
  const event = restEvent(request, body, authorizer);
  if (body.length > SURELY_SMALL_BYTES && Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) {
    throw new GatewayFault('REQUEST_TOO_LARGE');
  }
  const response = await askTarget({ functions, event, ...integration });
  if (isFailure(response)) throw faultOf(response);
  const { status, headers, body: text } = response;
  const changed = headers.find(([name]) => CHANGED.test(name));
  if (changed)
    throw faultOf({
      error: 'other',
      status: 502,
      reason: `API Gateway does not send the header ${changed[0]} as it is`,
    });
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // The content type is JSON by default.
  const all = hasType ? headers : [['Content-Type', 'application/json'] as const, ...headers];
  return { status, headers: all, body: text };
}

/** The fixed response of a mock, by the request's content type, `application/json` without one. */
function answerMock(
  mock: Extract<Integration, { type: 'mock' }>,
  { headersByName }: RestRequest,
): RestResponse {
  const contentType =
    headersByName['content-type']?.split(';')[0]?.trim().toLowerCase() || 'application/json';
  if (!mock.accepts.includes(contentType)) throw new GatewayFault('UNSUPPORTED_MEDIA_TYPE');
  return { status: mock.status, body: mock.body, headers: mock.headers };
}

function faultOf({ error, status, reason }: ProxyFailure): GatewayFault {
  const details = { reason: `integration: ${reason}` };
  if (error === 'integration-timeout') return new GatewayFault('INTEGRATION_TIMEOUT', details);
  if (error === 'not-permitted') return new GatewayFault('API_CONFIGURATION_ERROR', details);
  return new GatewayFault('INTEGRATION_FAILURE', { status, ...details });
}

/** Headers that API Gateway renames or drops (its known issues), so that a function must not send them. */
const CHANGED =
  /^(connection|content-length|content-md5|date|expect|host|max-forwards|proxy-authenticate|server|te|trailer|transfer-encoding|upgrade|user-agent|via|warning|www-authenticate)$/i;
