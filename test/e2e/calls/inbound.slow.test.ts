import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { giveNumber, makeAccount, tellCarrier } from '../../support/numbers.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber } from '../../support/scene.ts';
import { type Answer, Api, getJson, until } from '../../support/service/api.ts';
import { numberUrl } from '../../support/vendor-urls.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const receiver = new WebhookReceiver();
// The local service's default token.
const AUTH_TOKEN = 'local-auth-token';
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

  it('ends when the caller hangs up, and is hung up when its user ends it', async () => {
    const { number } = await api.created('/v1/numbers/buy', { inbound_agent: agentId });

    await callUp(number, { script: [{ say: 'hello there' }, { hang_up: true }] });
    const first = await api.finishedCall((await callTo(number)).id);
    const { sid } = await callUp(number, { script: [{ wait_ms: 60_000 }] });
    const open = await until('the second call', async () => {
      const call = (await callsTo(number)).find(({ status }) => status === 'in_progress');
      return call ?? { waitingFor: 'a call' };
    });
    const second = await api.created(`/v1/calls/end?id=${open.id}`);
    const atCarrier = await finishedAtCarrier(sid);

    expect(first.stage_outcome).toBe('human_disconnected');
    expect(second).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
    expect(atCarrier.status).toBe('completed');
  });

  it('uses the account of the number', async () => {
    const { sid: account, connection: own } = await makeAccount(connection, api);
    const number = await giveNumber(connection, account);
    await api.created('/v1/numbers/link', {
      phone_number: number,
      telephony_account_connection: own.id,
      inbound_agent: agentId,
    });

    await callUp(number);
    const ended = await api.finishedCall((await callTo(number)).id);

    expect(ended).toMatchObject({ status: 'ended', telephony_account_connection: { id: own.id } });
    expect(ended.transcript).toContain('HUMAN: bye now');
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

describe('the vendor’s request for a call to a number', () => {
  /** The vendor's request for an inbound call, signed with a key. */
  async function request(
    number: { user_id: string; id: string },
    form: Record<string, string>,
    key = AUTH_TOKEN,
  ) {
    const url = numberUrl(connection, number, 'incoming');
    const headers = { 'x-twilio-signature': getExpectedTwilioSignature(key, url, form) };
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
    return { status: response.status, text: await response.text() };
  }
  const incoming = (from: string) => ({
    CallSid: `CA${crypto.randomUUID()}`,
    From: from,
    CallStatus: 'ringing',
  });

  it('finds the same call when it is repeated, also concurrently', async () => {
    const number = await api.created('/v1/numbers/buy', { inbound_agent: agentId });
    const form = incoming(newNumber());

    const answers = await Promise.all([1, 2, 3].map(() => request(number, form)));
    const again = await request(number, form);
    const calls = await callsTo(number.number);

    expect(new Set([...answers, again].map(({ text }) => text)).size).toBe(1);
    expect(again.text).toContain('<ConversationRelay');
    expect(calls).toHaveLength(1);
    await api.post(`/v1/calls/end?id=${calls[0].id}`);
  });

  it('is refused with a wrong signature, and creates no call', async () => {
    const number = await api.created('/v1/numbers/buy', { inbound_agent: agentId });

    const answer = await request(number, incoming(newNumber()), 'another token');

    expect(answer.status).toBe(403);
    expect(await callsTo(number.number)).toEqual([]);
  });
});

describe('a linked number', () => {
  const THEIRS = 'https://example.com/mine';

  async function linked(changes: object) {
    const { sid, connection: own } = await makeAccount(connection, api);
    const number = newNumber();
    await tellCarrier(connection, `numbers/${encodeURIComponent(number)}`, {
      account_sid: sid,
      voice_url: THEIRS,
    });
    const body = { phone_number: number, telephony_account_connection: own.id, ...changes };
    const record = await api.created('/v1/numbers/link', body);
    return { number, record, account: sid };
  }

  it('gets the service’s URLs at the vendor, and loses them when it is cancelled', async () => {
    const { number, record } = await linked({});

    const turned = await numberAtCarrier(number);
    await api.created(`/v1/numbers/cancel?${named(number)}`);
    const after = await numberAtCarrier(number);

    expect(turned.voice_url.split('#')[0]).toBe(numberUrl(connection, record, 'incoming'));
    expect(after).toMatchObject({ voice_url: null, status_callback: null });
  });
});
