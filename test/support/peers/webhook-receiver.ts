import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Peer, type PeerRequest } from '../peer.ts';
import { until } from '../service/api.ts';

/** An HTTP server that records requests. */
export class WebhookReceiver extends Peer {
  readonly received: PeerRequest[] = [];
  /** Of this receiver only: its port may be one that had another receiver, for which deliveries are still under way. */
  readonly #path = `/hook-${randomUUID()}`;
  #held: Promise<void> = Promise.resolve();
  /** The status of its answers. */
  status = 200;
  headers: Readonly<Record<string, string>> = {};
  body = '';

  constructor() {
    super((request, response) => this.#answer(request, response));
  }

  /** Listens on a free port. Returns its URL. */
  override async listen(): Promise<string> {
    return `${await super.listen()}${this.#path}`;
  }

  async #answer(request: PeerRequest, response: ServerResponse): Promise<void> {
    if (!request.target.startsWith(this.#path)) {
      response.writeHead(404).end();
      return;
    }
    this.received.push(request);
    await this.#held;
    response.writeHead(this.status, this.headers).end(this.body);
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
