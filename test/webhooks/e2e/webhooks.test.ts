import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';

it('a webhook whose receiver failed receives the event later, with the same id', async () => {
  const receiver = new WebhookReceiver();
  const url = await receiver.listen();
  receiver.status = 503;
  const body = { subscriptions: ['event_phone_call_did_not_connect'], url };
  const webhook = await api.created('/v1/webhooks/create', body);
  const { agent } = await makeAgent(api, { settings: { webhook: webhook.id } });

  const callee = { answer: 'busy', ring_ms: 10 };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  await receiver.receivedTimes(1);
  receiver.status = 200;
  await receiver.receivedTimes(2);
  await receiver.close();

  const [refused, accepted] = receiver.received;
  const { text, headers } = accepted!;
  expect(headers['webhook-id']).toBe(refused?.headers['webhook-id']);
  expect(new Webhook(webhook.secret).verify(text, headers as Record<string, string>)).toMatchObject({
    id: refused?.headers['webhook-id'],
    call_id: call.id,
  });
});
