import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Schema } from 'phone-call-agents-client';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it, vi } from 'vitest';
import { forward } from '../src/webhooks/forward.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DELIVERY = {
  event_id: 'e-1',
  type: 'event_message',
  call_id: 'c-1',
  sequence: 1,
  payload: { text: 'hi' },
};

let server: Server;
afterEach(() => server.close());

/** A receiver that answers with these statuses in turn. */
async function receiver(...statuses: number[]) {
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = [];
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(statuses[received.length - 1] ?? 500).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function forwardTo(url: string, signal = new AbortController().signal) {
  const onDown = vi.fn();
  const delivery = DELIVERY as unknown as Schema<'Delivery'>;
  return {
    onDown,
    answer: forward(delivery, { url, secret: SECRET, signal, onDown, retryMs: { first: 1, last: 2 } }),
  };
}

it('sends the body of the service, which verifies with the webhook’s secret', async () => {
  const { url, received } = await receiver(204);

  const { status } = await forwardTo(url).answer;

  const [{ body, headers } = { body: '', headers: {} }] = received;
  expect(status).toBe(204);
  expect(new Webhook(SECRET).verify(body, headers)).toEqual({
    id: 'e-1',
    type: 'event_message',
    call_id: 'c-1',
    sequence: 1,
    payload: { text: 'hi' },
  });
  expect(headers['webhook-id']).toBe('e-1');
});

it('sends an event that is refused three times, and no more', async () => {
  const { url, received } = await receiver(500, 503, 404, 200);

  expect(await forwardTo(url).answer).toMatchObject({ status: 404 });
  expect(received).toHaveLength(3);
});

it('waits for a receiver that is down, and says so once', async () => {
  const { url, received } = await receiver(200);
  const { port } = new URL(url);
  server.close();

  const { onDown, answer } = forwardTo(url);
  await vi.waitFor(() => expect(onDown).toHaveBeenCalledOnce());
  server.listen(Number(port), '127.0.0.1');

  expect(await answer).toMatchObject({ status: 200 });
  expect(received).toHaveLength(1);
  expect(onDown).toHaveBeenCalledOnce();
});

it('ends at once when the command is interrupted', async () => {
  const { url } = await receiver();
  server.close();
  const interruption = new AbortController();

  const { onDown, answer } = forwardTo(url, interruption.signal);
  await vi.waitFor(() => expect(onDown).toHaveBeenCalled());
  interruption.abort();

  await expect(answer).rejects.toThrow('aborted');
});
