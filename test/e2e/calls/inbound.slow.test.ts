import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber } from '../../support/scene.ts';
import { type Answer, getJson, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';

const receiver = new WebhookReceiver();
const REFUSAL = 'Nobody can take your call at this number.';
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

const named = (number: string) => `phone_number=${encodeURIComponent(number)}`;

/** Calls a number. Returns the carrier's log of the call. */
async function callUp(to: string, { from = newNumber(), script = SCRIPT as readonly object[] } = {}) {
  const response = await fetch(`${connection.carrier_url}/simulator/calls`, {
    method: 'POST',
    body: JSON.stringify({ from, to, callee: { script } }),
  });
  const call = (await response.json()) as Answer['body'];
  return { status: response.status, sid: call.sid as string, from };
}

/** The carrier's log of a call after its end. */
const finishedAtCarrier = (sid: string) =>
  until(`the carrier's call ${sid}`, async () => {
    const call = await getJson(`${connection.carrier_url}/simulator/calls/${sid}`);
    return call.finished ? call : { waitingFor: call.status };
  });

/** The service's calls to a number. */
const callsTo = async (number: string): Promise<Answer['body'][]> =>
  (await api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`)).body;

/** The service's only call to a number. */
const callTo = (number: string) =>
  until('the call', async () => (await callsTo(number))[0] ?? { waitingFor: 'a call' });

const agentWords = (call: { transcript: { speaker: string; text: string }[] }) =>
  call.transcript.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);

async function numberAtCarrier(number: string) {
  const numbers = await getJson(`${connection.carrier_url}/simulator/numbers`);
  return numbers.find(({ phone_number }: { phone_number: string }) => phone_number === number);
}

describe('a call to a number with an agent', () => {
  it('is answered, converses, ends, and is a record with its events', async () => {
    const { number, id } = await api.created('/v1/numbers/buy', { inbound_agent: agentId });

    const { sid, from } = await callUp(number);
    const { id: callId } = await callTo(number);
    const ended = await api.finishedCall(callId);
    const events = await receiver.eventsWith(callId, ['event_phone_call_ended', 'event_transcript']);
    const recorded = await api.callWhen(callId, ({ recording_available }) => recording_available);

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
    expect(await numberAtCarrier(number)).toMatchObject({
      voice_url: expect.stringMatching(new RegExp(`/${id}/[\\w-]{24}/incoming#rc=2`)),
      status_callback: expect.stringMatching(new RegExp(`/${id}/[\\w-]{24}/status#rc=2`)),
      voice_fallback_url: `${connection.base_url}/telephony/fallback`,
    });
  });
});

describe('a call to a number without an agent', () => {
  it.each<[string, (number: string) => Promise<unknown>]>([
    ['has no agent', (number) => api.created(`/v1/numbers/update?${named(number)}`, { inbound_agent: null })],
    [
      'is for calling out',
      (number) => api.created(`/v1/numbers/update?${named(number)}`, { outbound_only: true }),
    ],
  ])('is refused politely, and leaves no record: it %s', async (_, change) => {
    const { number } = await api.created('/v1/numbers/buy', { inbound_agent: agentId });
    await change(number);

    const { sid } = await callUp(number);
    const atCarrier = await finishedAtCarrier(sid);

    expect(agentWords(atCarrier).join(' ')).toContain(REFUSAL);
    expect(await callsTo(number)).toEqual([]);
  });
});
