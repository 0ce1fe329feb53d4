import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { ALL_EVENTS, placeCall } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';

const receiver = new WebhookReceiver();
let url: string;

beforeAll(async () => {
  url = await receiver.listen();
});

afterAll(() => receiver.close());

const BUSY = { answer: 'busy', ring_ms: 10 };
const MISSED = 'event_phone_call_did_not_connect';

const newWebhook = (changes: object = {}) =>
  api.created('/v1/webhooks/create', { subscriptions: [MISSED], url, ...changes });

/** A call to a callee with this behaviour, by an agent with this webhook or none. */
async function callTo(callee: unknown, webhook?: { readonly id: string }) {
  const agent = await api.created('/v1/agents/create', {
    prompt: 'x',
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    ...(webhook && { webhook: webhook.id }),
  });
  return (await placeCall(connection, api, { agent: agent.id, callee })).call;
}

/** A call that is not answered. */
const missedCall = (webhook?: { readonly id: string }) => callTo(BUSY, webhook);

/** A finished call in which a secret was said. */
async function talkedCall(webhook: { readonly id: string }) {
  const script = [{ say: 'my secret word is heron' }, { say: 'thank you' }, { hang_up: true }];
  return api.finishedCall((await callTo({ answer: 'answer', script }, webhook)).id);
}

/** The deliveries of a webhook, when they are as wanted. */
function deliveriesOf(
  { id }: { readonly id: string },
  isWanted: (deliveries: Answer['body'][]) => boolean,
): Promise<Answer['body'][]> {
  return until('the deliveries', async () => {
    const { body } = await api.get(`/v1/webhooks/deliveries/list?webhook=${id}`);
    return isWanted(body) ? body : { waitingFor: body };
  });
}

const isOver = (deliveries: Answer['body'][]) =>
  deliveries.length > 0 && deliveries.every(({ status }) => status !== 'pending');

describe('a delivery', () => {
  it('is listed with its status, and shown with every attempt', async () => {
    const webhook = await newWebhook();
    const call = await missedCall(webhook);

    const [listed] = await deliveriesOf(webhook, isOver);
    const { body } = await api.get(`/v1/webhooks/deliveries/?id=${listed.id}`);

    const [received] = receiver.eventsOf(call.id);
    expect(listed).toMatchObject({
      webhook_id: webhook.id,
      event_id: received.id,
      type: MISSED,
      call_id: call.id,
      sequence: received.sequence,
      test: false,
      status: 'delivered',
      failure_reason: null,
      attempt_count: 1,
      last_status: 200,
      last_duration_ms: expect.any(Number),
      next_attempt_at: null,
    });
    expect(body).toEqual({
      ...listed,
      payload: { telephony_status: 'busy' },
      attempts: [
        {
          at: listed.last_attempt_at,
          duration_ms: listed.last_duration_ms,
          status: listed.last_status,
          error: null,
          response: '',
        },
      ],
    });
  });

  it('is found by webhook, call, kind of event, outcome and time', async () => {
    const webhook = await newWebhook();
    const first = await missedCall(webhook);
    // Calls end in any order: the second one after the first.
    await deliveriesOf(webhook, isOver);
    const second = await missedCall(webhook);
    const deliveries = await deliveriesOf(webhook, (found) => found.length === 2 && isOver(found));
    const [, { timestamp }] = deliveries.toSorted((a, b) => a.id.localeCompare(b.id));
    const found = async (query: string) => {
      const { body } = await api.get(`/v1/webhooks/deliveries?webhook=${webhook.id}&${query}`);
      return body.map(({ call_id }: { call_id: string }) => call_id);
    };

    expect(await found(`call=${first.id}`)).toEqual([first.id]);
    expect(await found(`type=${MISSED}&status=delivered`)).toHaveLength(2);
    expect(await found('type=event_message')).toEqual([]);
    expect(await found('status=failed')).toEqual([]);
    expect(await found(`from=${timestamp}`)).toEqual([deliveries[0].call_id]);
    expect(await found('until=2026-01-01T00:00:00Z')).toEqual([]);
    expect(new Set(deliveries.map(({ call_id }) => call_id))).toEqual(new Set([first.id, second.id]));
  });
});

describe('deliveries of a call that is deleted', () => {
  const wholeOf = async ({ id }: { readonly id: string }): Promise<Answer['body'][]> => {
    const { body } = await api.get(`/v1/webhooks/deliveries/list?call=${id}`);
    const whole = body.map((delivery: Answer['body']) =>
      api.get(`/v1/webhooks/deliveries?id=${delivery.id}`),
    );
    return (await Promise.all(whole)).map((answer) => answer.body);
  };
  const LAST_EVENTS = ['event_message', 'event_transcript', 'event_recording'];

  it('no longer have its messages, and cannot be retried', async () => {
    const webhook = await newWebhook({ subscriptions: ALL_EVENTS });
    const [call, kept] = [await talkedCall(webhook), await talkedCall(webhook)];
    const before = await until('all deliveries', async () => {
      const made = (await wholeOf(call)).filter(({ status }) => status === 'delivered');
      return LAST_EVENTS.every((kind) => made.some(({ type }) => type === kind))
        ? made
        : { waitingFor: made };
    });

    await api.created(`/v1/calls/delete?id=${call.id}`);
    const after = await until('nothing to be told', async () => {
      const deliveries = await wholeOf(call);
      return deliveries.every(({ payload }) => payload === null) ? deliveries : { waitingFor: deliveries };
    });
    const message = after.find(({ type }) => type === 'event_message');
    await api.created(`/v1/webhooks/deliveries/retry?id=${message.id}`);
    const retried = await until('the end of the retry', async () => {
      const { body } = await api.get(`/v1/webhooks/deliveries?id=${message.id}`);
      return body.status === 'failed' ? body : { waitingFor: body };
    });

    expect(JSON.stringify(before)).toContain('my secret word');
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    expect(retried).toMatchObject({ failure_reason: 'call_deleted', attempt_count: 1 });
    await until('the messages of the other call', async () => {
      const deliveries = JSON.stringify(await wholeOf(kept));
      return deliveries.includes('my secret word') || { waitingFor: deliveries };
    });
  });
});

describe('a replay', () => {
  it('delivers the events of its period again, and no others', async () => {
    const webhook = await newWebhook();
    const before = await missedCall(webhook);
    await deliveriesOf(webhook, isOver);
    const within = await missedCall(webhook);
    const deliveries = await deliveriesOf(webhook, (found) => found.length === 2 && isOver(found));
    const { timestamp: from } = deliveries.find(({ call_id }) => call_id === within.id);

    const answer = await api.post(`/v1/webhooks/replay?id=${webhook.id}`, { from });
    const repeated = await deliveriesOf(webhook, (found) =>
      found.some(({ attempt_count }) => attempt_count === 2),
    );

    expect(answer).toMatchObject({ status: 200, body: { webhook_id: webhook.id, from, status: null } });
    const counts = Object.fromEntries(repeated.map(({ call_id, attempt_count }) => [call_id, attempt_count]));
    expect(counts).toEqual({ [before.id]: 1, [within.id]: 2 });
    expect(receiver.eventsOf(within.id).map(({ id }) => id)).toEqual([
      deliveries.find(({ call_id }) => call_id === within.id).event_id,
      deliveries.find(({ call_id }) => call_id === within.id).event_id,
    ]);
  });

  it('of failed ones omits delivered ones', async () => {
    const webhook = await newWebhook();
    await missedCall(webhook);
    const [{ id }] = (await deliveriesOf(webhook, isOver)) as [{ id: string }];
    await api.created(`/v1/webhooks/update?id=${webhook.id}`, { enabled: false });
    const missed = await missedCall(webhook);
    await deliveriesOf(webhook, (found) => found.length === 2 && isOver(found));
    await api.created(`/v1/webhooks/update?id=${webhook.id}`, { enabled: true });

    await api.created(`/v1/webhooks/replay?id=${webhook.id}`, {
      from: '2026-01-01T00:00:00Z',
      status: 'failed',
    });
    await deliveriesOf(webhook, (found) => found.every(({ status }) => status === 'delivered'));

    expect(receiver.eventsOf(missed.id)).toHaveLength(1);
    expect((await api.get(`/v1/webhooks/deliveries?id=${id}`)).body.attempts).toHaveLength(1);
  });
});

describe('a webhook that was disabled', () => {
  it('by a 410 shows the reason, receives nothing, and can be enabled again', async () => {
    const gone = new WebhookReceiver();
    gone.status = 410;
    const webhook = await newWebhook({ url: await gone.listen() });
    await missedCall(webhook);
    await deliveriesOf(webhook, isOver);

    // The outcome of the attempt is stored first.
    const off = await until('the webhook to be switched off', async () => {
      const { body } = await api.get(`/v1/webhooks?id=${webhook.id}`);
      return body.enabled ? { waitingFor: body } : body;
    });
    const refused = await api.post(`/v1/webhooks/test?id=${webhook.id}`);
    const meanwhile = await missedCall(webhook);
    await deliveriesOf(webhook, (found) => found.length === 2 && isOver(found));
    gone.status = 200;
    const on = await api.created(`/v1/webhooks/update?id=${webhook.id}`, { enabled: true });
    const later = await missedCall(webhook);
    await gone.eventsWith(later.id, [MISSED]);
    await gone.close();

    expect(off).toMatchObject({ enabled: false, disabled_reason: 'gone', disabled_at: expect.any(String) });
    expect(refused).toMatchObject({ status: 409, body: { detail: [{ type: 'webhook_disabled' }] } });
    expect(on).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null });
    expect(gone.eventsOf(meanwhile.id)).toEqual([]);
  });
});
