import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from './connections.ts';

/** A client's handshake, from a server's `upgrade` event. */
export interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Completes a handshake, with the subprotocol if one is given. Returns undefined if the client has disconnected. */
export type Accept = (handshake: Handshake, protocol: string | undefined) => WebSocket | undefined;

/** Completes handshakes; connections enforce API Gateway's message limit. */
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
