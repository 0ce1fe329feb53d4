import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { type Delivery, startWebhookReceiver } from '../../../local/call/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const payload = { sender: 'agent', text: 'Hello' };
const notification = JSON.stringify({ id: 'msg_1', type: 'event_message', payload });

async function prepare() {
  const deliveries: Delivery[] = [];
  const receiver = await startWebhookReceiver((delivery) => deliveries.push(delivery));
  onTestFinished(receiver.close);
  receiver.trust(secret);
  const deliver = (body: string, signed = body, more = {}) => {
    const now = new Date();
    const headers = {
      ...more,
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, signed),
    };
    return fetch(receiver.url, { method: 'POST', body, headers });
  };
  return { deliveries, deliver };
}

it('accepts deliveries with a valid signature, recognises a repeat, and refuses malformed ones', async () => {
  const { deliveries, deliver } = await prepare();

  const statuses = [];
  for (const body of [notification, '{"type":1', notification]) statuses.push((await deliver(body)).status);

  expect(statuses).toEqual([204, 400, 204]);
  const delivery = { kind: 'event_message', payload, isVerified: true, receivedAt: expect.any(Date) };
  expect(deliveries).toEqual([false, true].map((isRepeat) => ({ ...delivery, isRepeat })));
});

it('shows and refuses a delivery with an invalid signature', async () => {
  const { deliveries, deliver } = await prepare();

  const { status } = await deliver(notification, notification.replace('Hello', 'Goodbye'));

  expect(status).toBe(401);
  expect(deliveries).toMatchObject([{ isVerified: false }]);
});

it('takes no delivery from a page', async () => {
  const { deliveries, deliver } = await prepare();

  const { status } = await deliver(notification, notification, { origin: 'https://evil.example' });

  expect([status, deliveries]).toEqual([403, []]);
});
