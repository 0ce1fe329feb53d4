import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut: from then on, connections are refused. */
export class SeverableLine {
  /** The address of the server, which is known once the service has started. */
  target = '';
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => {
    const { hostname, port } = new URL(this.target);
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => this.#sockets.delete(one));
    }
  });

  /** Listens on a free port. Returns the URL that replaces that of the server. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts the line, and every connection that is open. */
  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
