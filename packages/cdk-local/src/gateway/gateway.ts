import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Functions } from '../functions/functions.ts';
import { guard } from '../guard.ts';
import type { Resources } from '../template/resource.ts';
import { readRestApis } from './rest/read-rest-apis.ts';
import { createRestGateway } from './rest/rest-gateway.ts';
import type { Connections } from './websocket/connections.ts';
import { readWebSocketApi } from './websocket/read-websocket-api.ts';
import { createWebSocketGateway } from './websocket/websocket-gateway.ts';

/** API Gateway for one HTTP server that the caller owns. */
export interface Gateway {
  /** For the server's `request` event. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  /** For the server's `upgrade` event. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly connections: Connections;
  /** Ends the WebSocket connections; the functions must still be able to run, for `$disconnect`. */
  close(): Promise<void>;
}

/** Serves REST APIs without stage prefixes and a WebSocket API at `/<stage>`. Throws for an unsupported resource. */
export function createGateway(options: {
  readonly resources: Resources;
  readonly functions: Functions;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Reports, in a line, why a request failed. @default prints to stderr */
  readonly report?: (line: string) => void;
}): Gateway {
  const { resources, functions, now = Date.now, report = console.error } = options;
  const webSockets = createWebSocketGateway({
    api: readWebSocketApi(resources),
    functions,
    now,
    report,
  });
  const answerRest = createRestGateway({ apis: readRestApis(resources), functions, now, report });
  return {
    // As on AWS, an API itself decides which pages may call it (CORS).
    handleRequest: guard(answerRest, 'any'),
    handleUpgrade: webSockets.handleUpgrade,
    connections: webSockets.connections,
    close: webSockets.close,
  };
}
