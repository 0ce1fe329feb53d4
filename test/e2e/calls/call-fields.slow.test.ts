import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber, placeCall, setCallee } from '../../support/scene.ts';
import { Api, getJson } from '../../support/service/api.ts';
import { storedText } from '../../support/service/stored-text.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const receiver = new WebhookReceiver();
let webhookUrl: string;

beforeAll(async () => {
  webhookUrl = await receiver.listen();
});

afterAll(() => receiver.close());

describe('a HIPAA-compliant call', () => {
  it('runs like any other, and leaves no trace of its conversation', async () => {
    await addModelRules(connection, [
      { when: { system: 'SPEC-PRIVATE', last_user: 'secret' }, reply: 'I keep zanzibar to myself.' },
    ]);
    const { agent } = await makeAgent(api, { prompt: 'SPEC-PRIVATE', webhookUrl });
    const to_number = newNumber();
    const script = [{ say: 'my secret is timbuktu' }, { say: 'bye' }];
    await setCallee(connection, to_number, { answer: 'answer', script });

    const call = await api.created('/v1/calls/create', {
      from_number: connection.phone_number,
      to_number,
      agent: agent.id,
      hipaa_compliant: true,
    });
    const ended = await api.finishedCall(call.id);
    // A later call with published messages, so that all events of the first one have arrived.
    const { call: other } = await placeCall(connection, api, {
      agent: agent.id,
      callee: { answer: 'answer', script: [{ say: 'hello' }, { say: 'bye' }] },
    });
    await receiver.eventsWith(other.id, ['event_phone_call_ended', 'event_transcript', 'event_message']);
    const published = ['event_phone_call_connected', 'event_phone_call_ended'];
    await receiver.eventsWith(call.id, published);
    const said = await getJson(`${connection.carrier_url}/simulator/calls/${ended.telephony_id}`);

    expect(JSON.stringify(said.transcript)).toContain('I keep zanzibar to myself.');
    expect(call.agent.prompt).toBe('[redacted]');
    expect(ended).toMatchObject({ status: 'ended', agent: { prompt: '[redacted]' } });
    expect(ended).not.toHaveProperty('transcript');
    // Deliveries may arrive in any order, and twice.
    const told = new Map(receiver.eventsOf(call.id).map(({ id, type }) => [id, type]));
    expect([...told.values()].filter((type) => type !== 'event_human_detection').sort()).toEqual(published);
    const stored = await storedText(connection);
    expect(stored).not.toContain('zanzibar');
    expect(stored).not.toContain('timbuktu');
  });
});
