import { shortId } from '../lambda-proxy/gateway-ids.ts';
import { sourceIpOf } from '../lambda-proxy/http-headers.ts';
import type { Accept, Handshake } from './accept-handshake.ts';
import { isResponse } from './call-route.ts';
import { refuseHandshake } from './refuse-handshake.ts';
import { runSession, type SessionParts } from './session.ts';
import type { WebSocketApi } from './websocket-api.ts';
import { type Client, connectEvent, disconnectEvent } from './websocket-event.ts';

/** Dependencies of all connections. */
export interface ConnectionParts extends SessionParts {
  readonly accept: Accept;
  readonly isStopping: () => boolean;
}

/** Asks `$connect` whether to accept the client, then serves it; resolves when the connection is closed. */
export async function serveConnection(
  handshake: Handshake & { readonly api: WebSocketApi },
  parts: ConnectionParts,
): Promise<void> {
  const { request, socket, api } = handshake;
  const { callRoute, now } = parts;
  const client = describeClient(handshake, now());
  const { requestId, event } = connectEvent(client, request);
  if (!parts.admits(api, '$connect')) {
    refuseHandshake(socket, 429, { connectionId: client.connectionId, requestId });
    return;
  }
  const answer = await callRoute(api, '$connect', event);
  const refused = !isResponse(answer) || answer.status >= 300;
  if (refused) {
    refuseHandshake(socket, answer.status, { connectionId: client.connectionId, requestId });
    return;
  }
  const protocol = answer.headers.find(([name]) => name.toLowerCase() === 'sec-websocket-protocol')?.[1];
  if (parts.isStopping()) refuseHandshake(socket, 503);
  const accepted = parts.isStopping() ? undefined : parts.accept(handshake, protocol);
  if (accepted) await runSession(accepted, client, parts);
  // The function was called for the connection, so it must also be called for its end.
  else await callRoute(api, '$disconnect', disconnectEvent(client, now(), 1006, '').event);
}

function describeClient(
  { request, api }: Handshake & { readonly api: WebSocketApi },
  connectedAt: number,
): Client {
  return {
    api,
    connectionId: shortId(),
    connectedAt,
    domainName: request.headers.host ?? '',
    sourceIp: sourceIpOf(request),
    userAgent: request.headers['user-agent'] ?? '',
  };
}
