import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';
import { callUrl } from '../../support/vendor-urls.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const receiver = new WebhookReceiver();
// The local service's default token.
const AUTH_TOKEN = 'local-auth-token';
let agentId: string;

beforeAll(async () => {
  const { agent } = await makeAgent(api, {
    webhookUrl: await receiver.listen(),
    initialMessage: 'Hello, who is there?',
  });
  agentId = agent.id;
});

afterAll(() => receiver.close());

/** Calls a callee of this kind, who stays on the line for `wait_ms`. */
async function callTo(answered_by: string, changes: object = {}, wait_ms = 1000) {
  const to_number = newNumber();
  await setCallee(connection, to_number, {
    answer: 'answer',
    answered_by,
    script: [{ wait_ms }, { hang_up: true }],
  });
  const from_number = connection.phone_number;
  return api.created('/v1/calls/create', { from_number, to_number, agent: agentId, ...changes });
}

describe('the result of answering-machine detection', () => {
  it('ends a call that no human answered, if the call asks for it', async () => {
    const { id } = await callTo('machine_start', { on_no_human_answer: 'hangup' }, 60_000);

    const ended = await api.finishedCall(id);
    const events = await receiver.eventsWith(id, ['event_human_detection', 'event_phone_call_ended']);
    await until('the vendor’s end of the call', async () => {
      const { status } = await getJson(`${connection.carrier_url}/simulator/calls/${ended.telephony_id}`);
      return status === 'completed' || { waitingFor: status };
    });

    expect(ended).toMatchObject({
      status: 'ended',
      stage_outcome: 'human_unanswered',
      human_detection_result: 'no_human',
    });
    expect(events.find(({ type }) => type === 'event_phone_call_ended').payload.stage_outcome).toBe(
      'human_unanswered',
    );
  });
});

describe('the vendor’s detection callback', () => {
  it('counts once, and only for this vendor call and with its signature', async () => {
    const { id } = await callTo('human');
    await api.finishedCall(id);
    const call = await api.callWhen(id, ({ recording_available }) => recording_available);
    const url = callUrl(connection, call, 'machine-detection');
    const post = async (form: Record<string, string>, key: string) => {
      const headers = { 'x-twilio-signature': getExpectedTwilioSignature(key, url, form) };
      return (await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })).status;
    };
    const form = { CallSid: call.telephony_id, AnsweredBy: 'machine_start' };

    const statuses = [await post(form, AUTH_TOKEN), await post(form, 'another token')];
    const after = (await api.get(`/v1/calls?id=${id}`)).body;

    expect(statuses).toEqual([200, 403]);
    expect(after).toEqual(call);
  });
});
