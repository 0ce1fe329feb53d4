import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { shortId, traceId } from '../lambda-proxy/gateway-ids.ts';
import { eventHeaders } from '../lambda-proxy/http-headers.ts';
import { queryParameters } from '../lambda-proxy/query-parameters.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import { requestTime } from '../lambda-proxy/request-time.ts';
import type { WebSocketApi } from './websocket-api.ts';

export interface Client {
  readonly api: WebSocketApi;
  readonly connectionId: string;
  /** Milliseconds since 1970. */
  readonly connectedAt: number;
  readonly domainName: string;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/** An event of a route's function; error frames contain the request id. */
export interface WebSocketEvent {
  readonly requestId: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** The event of `$connect`. Times are in milliseconds. */
export function connectEvent(client: Client, handshake: IncomingMessage): WebSocketEvent {
  const now = client.connectedAt;
  const query = queryParameters(requestTarget(handshake.url).query);
  return build(
    client,
    now,
    { routeKey: '$connect', eventType: 'CONNECT' },
    {
      ...eventHeaders(handshake, traceId(now)),
      ...(query.single && {
        queryStringParameters: query.single,
        multiValueQueryStringParameters: query.multi,
      }),
    },
  );
}

export function messageEvent(client: Client, now: number, routeKey: string, body: string): WebSocketEvent {
  return build(client, now, { routeKey, eventType: 'MESSAGE', messageId: shortId() }, { body });
}

export function disconnectEvent(client: Client, now: number, code: number, reason: string): WebSocketEvent {
  const headers = { Host: client.domainName, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' };
  const multiValueHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  );
  const context = {
    routeKey: '$disconnect',
    eventType: 'DISCONNECT',
    disconnectStatusCode: code,
    disconnectReason: reason,
  };
  return build(client, now, context, { headers, multiValueHeaders });
}

function build(
  client: Client,
  now: number,
  context: Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>>,
): WebSocketEvent {
  const { api, connectionId, connectedAt, domainName, sourceIp, userAgent } = client;
  const requestId = randomUUID();
  const requestContext = {
    ...context,
    extendedRequestId: shortId(),
    requestTime: requestTime(now),
    messageDirection: 'IN',
    stage: api.stage,
    connectedAt,
    requestTimeEpoch: now,
    identity: { sourceIp, userAgent },
    requestId,
    domainName,
    connectionId,
    apiId: api.id,
  };
  return { requestId, event: { ...rest, requestContext, isBase64Encoded: false } };
}
