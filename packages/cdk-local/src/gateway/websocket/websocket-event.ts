import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { shortId, traceId } from '../lambda-proxy/gateway-ids.ts';
import { eventHeaders } from '../lambda-proxy/http-headers.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
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
  const { query } = requestTarget(handshake.url);
  const headers = eventHeaders(handshake, traceId(now));
  const context = { routeKey: '$connect', eventType: 'CONNECT' };
  return build(client, now, context, { headers, ...(query && { queryStringParameters: query }) });
}

export function messageEvent(client: Client, now: number, routeKey: string, body: string): WebSocketEvent {
  return build(client, now, { routeKey, eventType: 'MESSAGE', messageId: shortId() }, { body });
}

export function disconnectEvent(client: Client, now: number, code: number, reason: string): WebSocketEvent {
  const headers = { Host: client.domainName, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' };
  const context = {
    routeKey: '$disconnect',
    eventType: 'DISCONNECT',
    disconnectStatusCode: code,
    disconnectReason: reason,
  };
  return build(client, now, context, { headers });
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
