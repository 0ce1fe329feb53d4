import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Functions } from '../../functions/functions.ts';
import type { AccountThrottle } from '../account-throttle.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import { createAccept } from './accept-handshake.ts';
import { createCallRoute } from './call-route.ts';
import { type Connections, createConnections, type OpenConnection } from './connections.ts';
import { isWebSocketUpgrade } from './is-websocket-upgrade.ts';
import { refuseHandshake } from './refuse-handshake.ts';
import { createRouteThrottle } from './route-throttle.ts';
import { type ConnectionParts, serveConnection } from './serve-connection.ts';
import type { WebSocketApi } from './websocket-api.ts';

/** Milliseconds that a client has to answer the close frame when the gateway stops. */
const CLIENT_CLOSING_MS = 1000;

/** Milliseconds that the gateway waits for the functions of `$disconnect` when it stops. */
const CLOSING_MS = 5000;

/** Serves the WebSocket APIs of a template. */
export interface WebSocketGateway {
  readonly connections: Connections;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every connection with code 1001 and waits for the functions of `$disconnect`. */
  close(): Promise<void>;
}

/** A gateway for the APIs, each at the path of its stage. `now` is in milliseconds; `report` tells the operator. */
export function createWebSocketGateway(options: {
  readonly apis: readonly WebSocketApi[];
  readonly functions: Functions;
  readonly account: AccountThrottle;
  readonly now: () => number;
  readonly report: (line: string) => void;
}): WebSocketGateway {
  const { apis, account, now, report } = options;
  const open = new Map<string, OpenConnection>();
  const callRoute = createCallRoute(options.functions, report);
  const running = new Set<Promise<void>>();
  let stopping = false;
  const parts: ConnectionParts = {
    open,
    now,
    callRoute,
    admits: createRouteThrottle(account, now),
    accept: createAccept(),
    isStopping: () => stopping,
  };
  return {
    connections: createConnections(open, account),
    handleUpgrade(request, socket, head) {
      // A client that disconnects during the handshake must not crash the process.
      socket.on('error', () => socket.destroy());
      const api = apis.find(({ stage }) => requestTarget(request.url).path === `/${stage}`);
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
