import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A context endpoint of a user. */
export class ContextServer {
  /** Paths with queries of its requests. */
  readonly asked: string[] = [];
  readonly #server;

  constructor(answer: (path: string, response: ServerResponse) => void) {
    this.#server = createServer(({ url = '' }, response) => {
      this.asked.push(url);
      answer(url.split('?')[0] ?? '', response);
    });
  }

  /** Listens. Returns its URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of requests at a path. */
  countAt(path: string): number {
    return this.asked.filter((url) => url.startsWith(`${path}?`)).length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
