import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

/** A client of the gateway that keeps what it hears. */
export interface Client {
  readonly socket: WebSocket;
  readonly messages: readonly unknown[];
  /** Resolves with the code and the reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** The next message after those already taken. */
  next(): Promise<unknown>;
}

/** Connects and waits for the answer; rejects with `Unexpected server response: <status>` when refused. */
export async function connectClient(
  url: string,
  options: ClientOptions = {},
  protocols: string[] = [],
): Promise<Client> {
  const socket = new WebSocket(url, protocols, options);
  onTestFinished(() => socket.terminate());
  const messages: unknown[] = [];
  let taken = 0;
  let heard = Promise.withResolvers<void>();
  socket.on('message', (data) => {
    const text = data.toString();
    messages.push(text.startsWith('{') ? JSON.parse(text) : text);
    heard.resolve();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed,
    async next() {
      while (messages.length === taken) {
        heard = Promise.withResolvers();
        await heard.promise;
      }
      return messages[taken++];
    },
  };
}
