import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from './connections.ts';

/** A client's request for a connection, as a server's `upgrade` event brings it. */
export interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Completes a handshake, agreeing to the subprotocol if one is given; undefined when the client is gone already. */
export type Accept = (handshake: Handshake, protocol: string | undefined) => WebSocket | undefined;

/** Completes handshakes for connections whose messages are within API Gateway's limit. */
export function createAccept(): Accept {
  const protocols = new WeakMap<IncomingMessage, string>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (_, request) => protocols.get(request) ?? false,
  });
  return ({ request, socket, head }, protocol) => {
    if (protocol !== undefined) protocols.set(request, protocol);
    let accepted: WebSocket | undefined;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      accepted = webSocket;
    });
    return accepted;
  };
}
