import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request with its whole body. */
export interface PeerRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An HTTP server of a test, on a free port of this machine. */
export class Peer {
  readonly #server: Server;

  constructor(answer: (request: PeerRequest, response: ServerResponse) => unknown) {
    this.#server = createServer((request, response) => {
      const { method = '', url: target = '', headers } = request;
      text(request).then(
        (sent) => answer({ method, target, headers, text: sent }, response),
        // The client has disconnected.
        () => undefined,
      );
    });
  }

  /** Listens. Returns its URL. */
  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
