import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { shortId, traceId } from '../lambda-proxy/gateway-ids.ts';
import { eventHeaders, sourceIpOf } from '../lambda-proxy/http-headers.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import type { RestApi, RestMethod } from './rest-api.ts';

/** A request in the gateway, before its body is read. */
export interface RestRequest {
  readonly api: RestApi;
  /** Undefined if the path or the method is unknown. */
  readonly method: RestMethod | undefined;
  readonly pathParameters: Readonly<Record<string, string>> | null;
  readonly httpMethod: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly headersByName: Readonly<Record<string, string>>;
  /** requestContext of events, without the authorizer's part. */
  readonly context: Readonly<Record<string, unknown>> & {
    readonly requestId: string;
    readonly extendedRequestId: string;
  };
}

/** Describes a request for events and gateway responses. `now` is in milliseconds. */
export function describeRequest(options: {
  readonly message: IncomingMessage;
  readonly api: RestApi;
  readonly method: RestMethod | undefined;
  readonly pathParameters: Readonly<Record<string, string>> | null;
  readonly now: number;
}): RestRequest {
  const { message, api, method, pathParameters, now } = options;
  const { path, query } = requestTarget(message.url);
  const httpMethod = message.method ?? 'GET';
  const headers = eventHeaders(message, traceId(now));
  const byName = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headersByName: Record<string, string> = Object.fromEntries(byName);
  return {
    api,
    method,
    pathParameters,
    httpMethod,
    path,
    query,
    headers,
    headersByName,
    context: {
      accountId: accountOf(method),
      apiId: api.id,
      deploymentId: api.stage.deploymentId,
      domainName: headersByName.host ?? '',
      domainPrefix: (headersByName.host ?? '').split('.')[0] ?? '',
      extendedRequestId: shortId(),
      httpMethod,
      identity: { sourceIp: sourceIpOf(message), userAgent: headersByName['user-agent'] ?? null },
      path: `/${api.stage.name}${path}`,
      protocol: `HTTP/${message.httpVersion}`,
      requestId: randomUUID(),
      requestTimeEpoch: now,
      resourceId: method?.resourceId ?? '',
      resourcePath: method?.resourcePath ?? path,
      stage: api.stage.name,
    },
  };
}

function accountOf(method: RestMethod | undefined): string {
  const integration = method?.integration;
  return integration?.type === 'lambda' ? (integration.target.functionArn.split(':')[4] ?? '') : '';
}
