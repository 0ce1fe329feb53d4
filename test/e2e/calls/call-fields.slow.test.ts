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

/** A body for a call to a busy callee. */
async function busyCall(changes: object) {
  const { agent } = await makeAgent(api);
  const to_number = newNumber();
  await setCallee(connection, to_number, { answer: 'busy', ring_ms: 10 });
  return { from_number: connection.phone_number, to_number, agent: agent.id, ...changes };
}

describe('the fields of a call', () => {
  it('have defaults, and the number on the agent’s side', async () => {
    const call = await api.created('/v1/calls/create', await busyCall({}));
    await api.finishedCall(call.id);

    expect(call).toMatchObject({
      on_no_human_answer: 'continue',
      hipaa_compliant: false,
      agent_phone_number: connection.phone_number,
    });
  });

  it('are returned as they were sent', async () => {
    const wishes = {
      on_no_human_answer: 'hangup',
      hipaa_compliant: true,
      run_do_not_call_detection: true,
      telephony_params: { CallReason: 'Your order', MachineDetectionTimeout: '30', Timeout: '20' },
      context: { name: 'Ada' },
    };

    const created = await api.created('/v1/calls/create', await busyCall(wishes));
    const got = await api.finishedCall(created.id);
    const { body: listed } = await api.get(`/v1/calls/list?to_number=${encodeURIComponent(got.to_number)}`);

    expect(created).toMatchObject(wishes);
    expect(got).toMatchObject(wishes);
    expect(listed).toMatchObject([{ id: created.id, ...wishes }]);
  });

  it.each([
    [{ on_no_human_answer: 'wait' }, ['on_no_human_answer'], 'continue, hangup, leave_message'],
    [{ telephony_params: { StatusCallback: 'x' } }, ['telephony_params', 'StatusCallback'], 'CallReason'],
    [{ telephony_params: { Timeout: '4' } }, ['telephony_params', 'Timeout'], '5 to 600'],
    [{ telephony_params: { SendDigits: 'x' } }, ['telephony_params', 'SendDigits'], '0-9'],
    [
      { telephony_params: { SendDigits: '1' }, on_no_human_answer: 'hangup' },
      ['telephony_params', 'SendDigits'],
      'cannot be combined',
    ],
  ])('are refused at their location: %j', async (changes, loc, words) => {
    const answer = await api.post('/v1/calls/create', await busyCall(changes));

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      { loc: ['body', ...loc], msg: expect.stringContaining(words), type: expect.any(String) },
    ]);
  });

  it('reach the vendor as its own parameters', async () => {
    const { agent } = await makeAgent(api);
    const to_number = newNumber();
    await setCallee(connection, to_number, { answer: 'answer', script: [{ hang_up: true }] });

    const { id } = await api.created('/v1/calls/create', {
      from_number: connection.phone_number,
      to_number,
      agent: agent.id,
      telephony_params: { SendDigits: 'ww12#', MyTag: 'spring' },
    });
    const { telephony_id } = await api.finishedCall(id);
    const { events } = await getJson(`${connection.carrier_url}/simulator/calls/${telephony_id}`);

    expect(events).toContainEqual(expect.objectContaining({ type: 'digits', by: 'agent', digits: 'ww12#' }));
  });
});

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
