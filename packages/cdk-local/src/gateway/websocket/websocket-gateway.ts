import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Functions } from '../../functions/functions.ts';
import { isForeign } from '../../guard.ts';
import { shortId } from '../lambda-proxy/gateway-ids.ts';
import { sourceIpOf } from '../lambda-proxy/http-headers.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import { createThrottle } from '../throttle.ts';
import { createCallRoute } from './call-route.ts';
import {
  type Connections,
  createConnections,
  MAX_MESSAGE_BYTES,
  type OpenConnection,
} from './connections.ts';
import { isWebSocketUpgrade } from './is-websocket-upgrade.ts';
import { runSession, type SessionParts } from './session.ts';
import type { WebSocketApi } from './websocket-api.ts';
import { type Client, connectEvent, disconnectEvent } from './websocket-event.ts';

/** Milliseconds that a client has to answer the close frame when the gateway stops. */
const CLIENT_CLOSING_MS = 1000;

/** Milliseconds that the gateway waits for the functions of `$disconnect` when it stops. */
const CLOSING_MS = 5000;

export interface WebSocketGateway {
  readonly connections: Connections;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every connection with code 1001 and waits for the functions of `$disconnect`. */
  close(): Promise<void>;
}

/** A gateway for the API, if there is one, at the path of its stage. `now` is in milliseconds; `report` tells the operator. */
export function createWebSocketGateway(options: {
  readonly api: WebSocketApi | undefined;
  readonly functions: Functions;
  readonly now: () => number;
  readonly report: (line: string) => void;
}): WebSocketGateway {
  const { now, report } = options;
  const open = new Map<string, OpenConnection>();
  const callRoute = createCallRoute(options.functions, report);
  const running = new Set<Promise<void>>();
  let stopping = false;
  const parts: ConnectionParts = {
    open,
    now,
    callRoute,
    throttle: createThrottle(now),
    accept: createAccept(),
    isStopping: () => stopping,
  };
  return {
    connections: createConnections(open),
    handleUpgrade(request, socket, head) {
      // A client that disconnects during the handshake must not crash the process.
      socket.on('error', () => socket.destroy());
      const isOwn =
        !isForeign(request, 'of this machine') &&
        requestTarget(request.url).path === `/${options.api?.stage}`;
      const api = isOwn ? options.api : undefined;
      if (!api || stopping || !isWebSocketUpgrade(request)) {
        refuseHandshake(socket, stopping ? 503 : api ? 400 : 403);
        return;
      }
      const served = serveConnection({ request, socket, head, api }, parts)
        .catch((error: unknown) => {
          report(`WebSocket ${api.stage}: ${String(error)}`);
          socket.destroy();
        })
        .finally(() => running.delete(served));
      running.add(served);
    },
    async close() {
      stopping = true;
      await closeAll(open, running);
    },
  };
}

async function closeAll(open: ReadonlyMap<string, OpenConnection>, running: ReadonlySet<Promise<void>>) {
  for (const { socket } of open.values()) socket.close(1001, 'Going away');
  const impatience = setTimeout(() => {
    for (const { socket } of open.values()) socket.terminate();
  }, CLIENT_CLOSING_MS);
  const limit = Promise.withResolvers<void>();
  const limitTimer = setTimeout(limit.resolve, CLOSING_MS);
  await Promise.race([Promise.allSettled(running), limit.promise]);
  clearTimeout(impatience);
  clearTimeout(limitTimer);
}

interface ConnectionParts extends SessionParts {
  readonly accept: Accept;
  readonly isStopping: () => boolean;
}

/** Asks `$connect` whether to accept the client, then serves it; resolves when the connection is closed. */
async function serveConnection(
  handshake: Handshake & { readonly api: WebSocketApi },
  parts: ConnectionParts,
): Promise<void> {
  const { request, socket, api } = handshake;
  const { callRoute, now } = parts;
  const client = describeClient(handshake, now());
  const { requestId, event } = connectEvent(client, request);
  if (!parts.throttle(api.limit, `${api.id} $connect`)) {
    refuseHandshake(socket, 429, { connectionId: client.connectionId, requestId });
    return;
  }
  const answer = await callRoute(api, '$connect', event);
  const refused = answer.status >= 300;
  if (refused) {
    refuseHandshake(socket, answer.status, { connectionId: client.connectionId, requestId });
    return;
  }
  if (parts.isStopping()) refuseHandshake(socket, 503);
  const accepted = parts.isStopping() ? undefined : parts.accept(handshake);
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

function refuseHandshake(socket: Duplex, status: number, ids: Readonly<Record<string, string>> = {}): void {
  const message = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ message: status < 500 ? message : 'Internal server error', ...ids });
  const lines = [
    `HTTP/1.1 ${status} ${message}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** A client's handshake, from a server's `upgrade` event. */
interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Completes a handshake, without a subprotocol. Returns undefined if the client has disconnected. */
type Accept = (handshake: Handshake) => WebSocket | undefined;

/** Completes handshakes; connections enforce API Gateway's message limit. */
function createAccept(): Accept {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => false,
  });
  return ({ request, socket, head }) => {
    let accepted: WebSocket | undefined;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      accepted = webSocket;
    });
    return accepted;
  };
}
