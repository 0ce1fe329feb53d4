import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy for the WebSocket's connections with a configurable delay. */
export class SlowConnections {
  /** Milliseconds by which each request is delayed. */
  delayMs = 0;
  /** The target of requests. It is known once the service has started. */
  target = '';
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      void this.#forward(request.url ?? '', {
        method: request.method ?? 'GET',
        headers: request.headersDistinct,
        body: Buffer.concat(chunks),
      }).then(
        ({ status, text }) => response.writeHead(status).end(text),
        () => response.destroy(),
      );
    });
  });

  /** Listens on a free port. Returns the URL that replaces that of the connections. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(
    path: string,
    given: { readonly method: string; readonly headers: NodeJS.Dict<string[]>; readonly body: Buffer },
  ): Promise<{ readonly status: number; readonly text: string }> {
    if (this.delayMs > 0) await wait(this.delayMs);
    const headers = Object.entries(given.headers).flatMap(([name, values = []]) =>
      HOP_BY_HOP.has(name) ? [] : [[name, values.join(', ')] as [string, string]],
    );
    const response = await fetch(`${this.target}${path}`, {
      method: given.method,
      headers,
      ...(given.body.length > 0 && { body: new Uint8Array(given.body) }),
    });
    return { status: response.status, text: await response.text() };
  }
}

/** Headers that `fetch` sets by itself, or refuses. */
const HOP_BY_HOP = new Set(['connection', 'content-length', 'expect', 'host', 'transfer-encoding']);
