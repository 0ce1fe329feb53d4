import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A receiver of webhooks, and when it received each event (epoch milliseconds), every time. */
export interface MeasuredReceiver {
  readonly url: string;
  readonly received: ReadonlyMap<string, readonly number[]>;
  close(): Promise<void>;
}

/** Listens; answers each request after `answerAfterMs` milliseconds. */
export async function startReceiver(answerAfterMs = 0): Promise<MeasuredReceiver> {
  const received = new Map<string, number[]>();
  const server = createServer(async (request, response) => {
    const id = String(request.headers['webhook-id']);
    received.set(id, [...(received.get(id) ?? []), Date.now()]);
    request.resume();
    if (answerAfterMs > 0) await wait(answerAfterMs);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
