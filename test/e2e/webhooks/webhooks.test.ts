import { Webhook } from 'standardwebhooks';
import { describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const callee = { answer: 'busy', ring_ms: 10 };

/** An agent whose webhook subscribes to these events only. */
async function agentWith(webhookInput: unknown) {
  const webhook = await api.created('/v1/webhooks/create', webhookInput);
  const voice = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
  const agent = await api.created('/v1/agents/create', { prompt: 'x', voice, webhook: webhook.id });
  return { agent, webhook };
}

describe('a webhook', () => {
  it('receives only the kinds of event to which it subscribes', async () => {
    const receiver = new WebhookReceiver();
    const url = await receiver.listen();
    const { agent } = await agentWith({ subscriptions: ['event_transcript', 'event_phone_call_ended'], url });

    const { call } = await placeCall(connection, api, {
      agent: agent.id,
      callee: { answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }] },
    });
    await api.finishedCall(call.id);
    await receiver.eventsWith(call.id, ['event_transcript', 'event_phone_call_ended']);
    await receiver.close();

    const kinds = new Set(receiver.eventsOf(call.id).map(({ type }) => type));
    expect([...kinds].sort()).toEqual(['event_phone_call_ended', 'event_transcript']);
  });

  it('whose receiver failed receives the event later, with the same id', async () => {
    const receiver = new WebhookReceiver();
    const url = await receiver.listen();
    receiver.status = 503;
    const { agent, webhook } = await agentWith({ subscriptions: ['event_phone_call_did_not_connect'], url });
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
});
