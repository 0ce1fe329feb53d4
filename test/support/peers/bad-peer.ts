import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { BadPeerKind } from './bad-peer-kinds.ts';

/** A peer with a configurable bad behaviour. */
export class BadPeer {
  readonly kind: BadPeerKind;
  /** Its requests so far. */
  requests = 0;
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  #written = 0;

  constructor(kind: BadPeerKind) {
    this.kind = kind;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Listens on a free port. Returns the base URL, without a trailing slash. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.url;
  }

  get url(): string {
    return `${this.kind.scheme ?? 'http'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#open.size;
  }

  /** Bytes that it has written in total. */
  get bytesWritten(): number {
    return [...this.#open].reduce((sum, socket) => sum + socket.bytesWritten, this.#written);
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    const { kind } = this;
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#open.delete(socket);
      this.#written += socket.bytesWritten;
    });
    if (kind.atOnce) kind.act(socket);
    let head = '';
    socket.on('data', (data) => {
      if (kind.atOnce) return;
      head += data.toString('latin1');
      // The head of a request is sufficient; a further request on the same connection begins in the same way.
      if (!/(GET|POST|DELETE) [\s\S]*\r\n\r\n/.test(head)) return;
      head = '';
      this.requests += 1;
      kind.act(socket);
    });
  }
}
