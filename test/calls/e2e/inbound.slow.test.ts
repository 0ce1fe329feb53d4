import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber } from '../../support/scene.ts';
import { type Answer, getJson, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { callUp, finishedCarrierCall } from '../../support/service/shared-carrier.ts';

const receiver = new WebhookReceiver();
/** The caller lets the agent hang up: a caller's hang-up may overtake the report of the agent's last words. */
const SCRIPT = [{ say: 'hello there' }, { say: 'bye now' }, { wait_ms: 20_000 }];
let agentId: string;

beforeAll(async () => {
  await addModelRules(connection, [
    { when: { system: 'SPEC-INBOUND', last_user: 'hello' }, reply: 'You have reached the shop.' },
    {
      when: { system: 'SPEC-INBOUND', last_user: 'bye' },
      reply: 'Goodbye, and thank you for calling.',
      tool_call: { name: 'end_conversation', arguments: {} },
    },
  ]);
  const webhookUrl = await receiver.listen();
  const { agent } = await makeAgent(api, { prompt: 'SPEC-INBOUND', initialMessage: 'Good day.', webhookUrl });
  agentId = agent.id;
});

afterAll(() => receiver.close());

/** The service's calls to a number. */
const callsTo = async (number: string): Promise<Answer['body'][]> =>
  (await api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`)).body;

it('a call to a number with an agent is answered, converses, ends, and is a record with its events', async () => {
  const { number, id } = await api.created('/v1/numbers/buy', { inbound_agent: agentId });
  const from = newNumber();

  const sid = await callUp(number, SCRIPT, from);
  const call = await until('the call', async () => (await callsTo(number))[0] ?? { waitingFor: 'a call' });
  const ended = await api.finishedCall(call.id);
  const events = await receiver.eventsWith(call.id, ['event_phone_call_ended', 'event_transcript']);
  const recorded = await api.callWhen(call.id, ({ recording_available }) => recording_available);
  const numbers = await getJson(`${connection.carrier_url}/simulator/numbers`);

  expect(ended).toMatchObject({
    status: 'ended',
    direction: 'inbound',
    from_number: from,
    to_number: number,
    agent_phone_number: number,
    stage: 'picked_up',
    stage_outcome: 'bot_disconnected',
    telephony_id: sid,
    agent: { id: agentId, prompt: 'SPEC-INBOUND' },
  });
  expect(ended.transcript.split('\n')).toEqual([
    'AGENT: Good day.',
    'HUMAN: hello there',
    'AGENT: You have reached the shop.',
    'HUMAN: bye now',
    'AGENT: Goodbye, and thank you for calling.',
  ]);
  expect(events.find(({ type }) => type === 'event_phone_call_connected').payload).toEqual({
    from_number: from,
    to_number: number,
  });
  expect(recorded.recording_available).toBe(true);
  expect(numbers).toContainEqual(
    expect.objectContaining({
      phone_number: number,
      voice_url: expect.stringMatching(new RegExp(`/${id}/[\\w-]{24}/incoming#rc=2`)),
      status_callback: expect.stringMatching(new RegExp(`/${id}/[\\w-]{24}/status#rc=2`)),
      voice_fallback_url: `${connection.base_url}/telephony/fallback`,
    }),
  );
});

it.each([
  ['has no agent', { inbound_agent: null }],
  ['is for calling out', { outbound_only: true }],
])('a call to a number is refused politely, and leaves no record, if it %s', async (_, change) => {
  const { number } = await api.created('/v1/numbers/buy', { inbound_agent: agentId });
  await api.created(`/v1/numbers/update?phone_number=${encodeURIComponent(number)}`, change);

  const { transcript } = await finishedCarrierCall(await callUp(number, SCRIPT));

  expect(JSON.stringify(transcript)).toContain('Nobody can take your call at this number.');
  expect(await callsTo(number)).toEqual([]);
});
