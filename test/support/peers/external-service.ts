import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that an external action made. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A user's service for external actions; the path determines its answer. */
export class ExternalService {
  readonly asked: Asked[] = [];
  readonly #answers: Readonly<Record<string, (response: ServerResponse) => void>>;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      this.asked.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString() });
      this.#answers[path]?.(response);
    });
  });

  constructor(answers: Readonly<Record<string, (response: ServerResponse) => void>>) {
    this.#answers = answers;
  }

  /** Listens on a free port. Returns the base URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The requests for a call. */
  askedFor(callId: string): Asked[] {
    return this.asked.filter(({ text }) => text.includes(callId));
  }
}

/** Answers with JSON. */
export const json = (body: unknown) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
