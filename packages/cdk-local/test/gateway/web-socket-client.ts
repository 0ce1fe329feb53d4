import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

/** A client of the gateway that records messages. */
export interface Client {
  readonly socket: WebSocket;
  readonly messages: readonly unknown[];
  /** Resolves with the code and the reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** The next unread message. */
  next(): Promise<unknown>;
}

/** Connects and waits for the answer. Rejects with `Unexpected server response: <status>` if refused. */
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
