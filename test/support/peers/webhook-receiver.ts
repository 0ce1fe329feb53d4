import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../service/api.ts';

/** A request that a webhook's URL received. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An HTTP server that records requests. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Of this receiver only: its port may be one that had another receiver, for which deliveries are still under way. */
  readonly #path = `/hook-${randomUUID()}`;
  readonly #server = createServer((request, response) => {
    if (!request.url?.startsWith(this.#path)) {
      response.writeHead(404).end();
      return;
    }
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    response.once('close', () => {
      this.#atOnce -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      this.received.push({
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        text,
      });
      const answer = () => response.writeHead(this.status, this.headers).end(this.body);
      void this.#held.then(() => (this.afterMs === 0 ? answer() : setTimeout(answer, this.afterMs)));
    });
  });
  #held: Promise<void> = Promise.resolve();
  #atOnce = 0;
  /** The maximum number of requests that waited for their answers at the same time. */
  mostAtOnce = 0;
  /** The status of its answers. */
  status = 200;
  headers: Readonly<Record<string, string>> = {};
  body = '';
  /** Milliseconds before each answer. */
  afterMs = 0;

  /** Listens on a free port. Returns its URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Delays answers until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  /** Waits until it has received this number of requests. */
  receivedTimes(times: number): Promise<true> {
    return until(
      `${times} requests`,
      () => this.received.length >= times || { waitingFor: this.received.length },
    );
  }

  /** The bodies of what was received for a call, in the order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads have a shape for each kind.
  eventsOf(callId: string): any[] {
    return this.received.map(({ text }) => JSON.parse(text)).filter((event) => event.call_id === callId);
  }

  /** Waits until events of all these kinds have arrived for a call. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads have a shape for each kind.
  eventsWith(callId: string, kinds: readonly string[]): Promise<any[]> {
    return until(`events ${kinds.join(', ')}`, () => {
      const events = this.eventsOf(callId);
      const types = events.map(({ type }) => type);
      return kinds.every((kind) => types.includes(kind)) ? events : { waitingFor: types };
    });
  }
}
