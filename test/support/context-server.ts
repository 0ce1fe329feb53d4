import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint of a user's that is asked for contexts. */
export class ContextServer {
  /** Paths with queries, as they were asked for. */
  readonly asked: string[] = [];
  readonly #server;

  constructor(answer: (path: string, response: ServerResponse) => void) {
    this.#server = createServer(({ url = '' }, response) => {
      this.asked.push(url);
      answer(url.split('?')[0] ?? '', response);
    });
  }

  /** Listens; gives its address. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How often it was asked at a path. */
  countAt(path: string): number {
    return this.asked.filter((url) => url.startsWith(`${path}?`)).length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
