import type { RawData, WebSocket } from 'ws';
import { isFailure } from '../lambda-proxy/invoke-target.ts';
import type { Throttle } from '../throttle.ts';
import type { CallRoute } from './call-route.ts';
import type { OpenConnection } from './connections.ts';
import { selectRoute } from './route-selection.ts';
import { type Client, disconnectEvent, messageEvent } from './websocket-event.ts';

/** Milliseconds after the last message, and after the handshake, until API Gateway closes a connection. */
const IDLE_MS = 10 * 60_000;
const LIFETIME_MS = 2 * 60 * 60_000;

export interface SessionParts {
  readonly open: Map<string, OpenConnection>;
  readonly callRoute: CallRoute;
  readonly throttle: Throttle;
  readonly now: () => number;
}

/** Serves an accepted connection; resolves when it is closed and `$disconnect` has answered. */
export async function runSession(socket: WebSocket, client: Client, parts: SessionParts): Promise<void> {
  const { open, callRoute, now } = parts;
  const { connectionId } = client;
  const expire = () => socket.close(1001, 'Going away');
  const idle = setTimeout(expire, IDLE_MS);
  const lifetime = setTimeout(expire, LIFETIME_MS);
  let lastMessageAt = client.connectedAt;
  const touch = () => void idle.refresh();
  const closed = Promise.withResolvers<{ readonly code: number; readonly reason: string }>();
  open.set(connectionId, { socket, touch });
  socket.on('ping', touch);
  // A message over the limit raises an error, and the socket closes itself with code 1009.
  socket.on('error', () => undefined);
  socket.on('close', (code, reason) => closed.resolve({ code, reason: reason.toString() }));
  socket.on('message', (data, isBinary) => {
    touch();
    if (isBinary) socket.close(1003, 'Binary frames are not supported');
    else {
      // Messages arrive one after the other, so no two have the same time, even if a busy machine reads them at
      // once.
      lastMessageAt = Math.max(now(), lastMessageAt + 1);
      void answerMessage({ text: textOf(data), at: lastMessageAt }, socket, client, parts);
    }
  });
  const { code, reason } = await closed.promise;
  clearTimeout(idle);
  clearTimeout(lifetime);
  open.delete(connectionId);
  await callRoute(client.api, '$disconnect', disconnectEvent(client, now(), code, reason).event);
}

async function answerMessage(
  { text, at }: { readonly text: string; readonly at: number },
  socket: WebSocket,
  client: Client,
  parts: SessionParts,
): Promise<void> {
  const routeKey = selectRoute(client.api, text);
  const { requestId, event } = messageEvent(client, at, routeKey ?? '$default', text);
  const refuse = (message: string) =>
    // The client may have disconnected; then the error is irrelevant.
    socket.send(JSON.stringify({ message, connectionId: client.connectionId, requestId }), () => undefined);
  if (!routeKey || !parts.throttle(client.api.limit, `${client.api.id} ${routeKey}`))
    return refuse(routeKey ? 'Too Many Requests' : 'Forbidden');
  const answer = await parts.callRoute(client.api, routeKey, event);
  if (isFailure(answer)) refuse('Internal server error');
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString();
}
