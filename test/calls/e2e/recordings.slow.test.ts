import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { toneMp3 } from 'vendor-simulators/carrier/recordings/tones.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber, placeCall, setCallee } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCall } from '../../support/service/shared-carrier.ts';
import { callUrl } from '../../support/vendor-urls.ts';

// The local service's default account.
const PLATFORM = { sid: `AC${'0'.repeat(32)}`, token: 'local-auth-token' };
const receiver = new WebhookReceiver();
let agent: string;

beforeAll(async () => {
  agent = (await makeAgent(api, { webhookUrl: await receiver.listen() })).agent.id;
});

afterAll(() => receiver.close());

/** A finished call with a callee who behaves like this. */
async function finishedCall(behaviour: object = {}) {
  const callee = { answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }], ...behaviour };
  const { call } = await placeCall(connection, api, { agent, callee });
  return api.finishedCall(call.id);
}

const kept = (call: { id: string }) => api.callWhen(call.id, (now) => now.recording_available);

const ask = (call: { id: string }, as = api) =>
  as.send(`/v1/calls/recording?id=${call.id}`, { redirect: 'manual' });

/** The link to a call's recording. */
async function linkTo(call: { id: string }): Promise<URL> {
  const answer = await ask(call);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '');
}

/** The recordings of a call at the carrier. */
async function atCarrier({ telephony_id }: Answer['body']): Promise<{ sid: string }[]> {
  const url = `${connection.carrier_url}/2010-04-01/Accounts/${PLATFORM.sid}/Calls/${telephony_id}/Recordings.json`;
  const authorization = `Basic ${Buffer.from(`${PLATFORM.sid}:${PLATFORM.token}`).toString('base64')}`;
  const response = await fetch(url, { headers: { authorization } });
  return ((await response.json()) as { recordings: { sid: string }[] }).recordings;
}

const goneAtCarrier = (call: Answer['body']) =>
  until('the deletion at the vendor', async () => {
    const recordings = await atCarrier(call);
    return recordings.length === 0 || { waitingFor: recordings };
  });

/** A recording callback, signed by the account. */
async function tell(call: Answer['body'], news: Record<string, string>) {
  const url = callUrl(connection, { user_id: call.user_id, id: call.id }, 'recording');
  const form = { CallSid: call.telephony_id, RecordingStatus: 'completed', ...news };
  const headers = { 'x-twilio-signature': getExpectedTwilioSignature(PLATFORM.token, url, form) };
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
}

const noRecording = {
  status: 404,
  body: { detail: [{ loc: ['query', 'id'], type: 'no_recording' }] },
};

describe('a recorded call', () => {
  it('has its recording in the API, publishes an event, and deletes the vendor’s copy', async () => {
    const ended = await finishedCall();

    const call = await kept(ended);
    const events = await receiver.eventsWith(call.id, ['event_recording']);
    const link = await linkTo(call);
    const followed = await fetch(link);
    const sound = Buffer.from(await followed.arrayBuffer());
    await goneAtCarrier(call);

    const { payload } = events.find(({ type }) => type === 'event_recording');
    expect(payload).toEqual({ recording_url: `${connection.base_url}/v1/calls/recording?id=${call.id}` });
    expect(call).toEqual({ ...ended, recording_available: true, cost: call.cost });
    // A minute of the call, and one of its recording.
    expect(call.cost.telephony).toBe(0.0165);
    expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    // A frame of the carrier's files has one byte per millisecond.
    const silence = toneMp3(sound.length);
    expect(sound.length).toBe(silence.length);
    expect(sound.equals(silence)).toBe(false);
  });

  it('is requested again if the vendor reports a recording that it does not have yet', async () => {
    const to = newNumber();
    await setCallee(connection, to, { interactive: true, script: [{ say: 'hello' }] });
    const numbers = { from_number: connection.phone_number, to_number: to };
    const { id } = await api.created('/v1/calls/create', { ...numbers, agent });
    const call = await api.callWhen(id, ({ status }) => status === 'in_progress');
    const [recording] = await atCarrier(call);

    await tell(call, { RecordingSid: recording?.sid ?? '' });
    await until('an attempt that comes too early', async () => {
      const { events } = await carrierCall(call.telephony_id);
      const notes = events.map(({ message }: { message?: string }) => message);
      return notes.includes('The recording was requested before it was ready.') || { waitingFor: notes };
    });
    const meanwhile = await ask(call);
    await api.post(`/v1/calls/end?id=${id}`);
    const after = await kept(call);

    expect(recording?.sid).toMatch(/^RE/);
    expect(meanwhile).toMatchObject(noRecording);
    expect((await fetch(await linkTo(after))).status).toBe(200);
  });
});

describe('a recording', () => {
  it('is deleted with its call', async () => {
    const call = await kept(await finishedCall());
    const link = await linkTo(call);

    const deleted = await api.post(`/v1/calls/delete?id=${call.id}`);

    expect(deleted.status).toBe(200);
    expect((await ask(call)).body.detail[0].type).toBe('not_found');
    expect((await fetch(link)).status).toBe(403);
  });
});
