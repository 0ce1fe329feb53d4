import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { ALL_EVENTS } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { api } from '../../support/service/shared-api.ts';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'webhook-receiver.ts');

let receiver: ChildProcess | undefined;

afterEach(() => receiver?.kill());

/** Starts the example. Returns a function that reads its output. */
async function startExample(secret: string, port: number): Promise<() => string> {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [EXAMPLE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  receiver = child;
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await until('the receiver', () => output.includes('Waiting') || { waitingFor: output });
  return () => output;
}

it('the receiver in the documentation accepts each signed event once, and refuses an unsigned one', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const webhook = await api.created('/v1/webhooks/create', { subscriptions: ALL_EVENTS, url });
  const output = await startExample(webhook.secret, port);

  const samples = await api.created(`/v1/webhooks/test?id=${webhook.id}`);
  const isDelivered = async (id: string, times: number) =>
    until('the delivery', async () => {
      const { body } = await api.get(`/v1/webhooks/deliveries?id=${id}`);
      const isDone = body.status === 'delivered' && body.attempts.length === times;
      return isDone || { waitingFor: body };
    });
  for (const { id } of samples) await isDelivered(id, 1);
  await api.created(`/v1/webhooks/deliveries/retry?id=${samples[0].id}`);
  await isDelivered(samples[0].id, 2);
  const unsigned = await fetch(url, { method: 'POST', body: '{}' });

  const lines = await until('the output', () => {
    const printed = output().trim().split('\n').slice(1);
    return printed.length >= ALL_EVENTS.length ? printed : { waitingFor: printed };
  });
  expect(lines.toSorted()).toEqual(
    ALL_EVENTS.map((kind) => `${kind} of call ${samples[0].call_id}`).toSorted(),
  );
  expect(unsigned.status).toBe(401);
});
