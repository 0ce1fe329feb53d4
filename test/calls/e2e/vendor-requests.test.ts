import { once } from 'node:events';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeAgent } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { ringingCall, sendCallback } from '../../support/vendor-conversation.ts';
import { callUrl, relayParameters } from '../../support/vendor-urls.ts';

// The local service's default token.
const AUTH_TOKEN = 'local-auth-token';

let agentId: string;

beforeAll(async () => {
  agentId = (await makeAgent(api)).agent.id;
});

const vendor = { connection, authToken: AUTH_TOKEN };
const ringing = () => ringingCall(vendor, api, agentId);

function postForm(url: string, form: Record<string, string>, signature?: string) {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: signature === undefined ? {} : { 'x-twilio-signature': signature },
  });
}

describe('a callback of the telephony vendor', () => {
  const forged = (url: string, CallSid: string) =>
    getExpectedTwilioSignature(AUTH_TOKEN, url, { CallSid, CallStatus: 'ringing' });

  it.each<[string, (url: string, sid: string) => string | undefined]>([
    ['no signature', () => undefined],
    ['a wrong signature', () => 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['the signature of another form', forged],
  ])('with %s is refused and changes nothing', async (_, signatureOf) => {
    const call = await ringing();
    const url = callUrl(connection, call, 'status');
    const form = { CallSid: call.telephony_id, CallStatus: 'completed', CallDuration: '9' };

    const answer = await postForm(url, form, signatureOf(url, call.telephony_id));
    const after = (await api.get(`/v1/calls?id=${call.id}`)).body;

    expect(answer.status).toBe(403);
    expect(after).toEqual(call);
    await api.post(`/v1/calls/end?id=${call.id}`);
  });

  it('of another vendor call changes nothing', async () => {
    const call = await ringing();
    const form = { CallSid: `CA${'0'.repeat(32)}`, CallStatus: 'completed' };

    const answer = await sendCallback(vendor, call, { kind: 'status', form });
    const after = (await api.get(`/v1/calls?id=${call.id}`)).body;

    expect(answer.status).toBe(200);
    expect(after).toEqual(call);
    await api.post(`/v1/calls/end?id=${call.id}`);
  });
});

describe('a WebSocket to the relay', () => {
  it.each([
    ['no signature', {}],
    ['what is no signature', { 'x-twilio-signature': 'AAAA' }],
  ])('with %s is refused with 403', async (_, headers) => {
    const socket = new WebSocket(connection.websocket_url, { headers });

    const [, response] = await once(socket, 'unexpected-response');

    expect(response.statusCode).toBe(403);
  });

  it('whose setup names a call that is not in progress is ended', async () => {
    const call = await ringing();
    const signature = getExpectedTwilioSignature(AUTH_TOKEN, connection.websocket_url, {});
    const socket = new WebSocket(connection.websocket_url, { headers: { 'x-twilio-signature': signature } });
    await once(socket, 'open');

    const customParameters = relayParameters(call);
    const callSid = `CA${'0'.repeat(32)}`;
    socket.send(JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid, customParameters }));
    const [frame] = await once(socket, 'message');
    socket.close();

    expect(JSON.parse(String(frame))).toEqual({ type: 'end', handoffData: '' });
    await api.post(`/v1/calls/end?id=${call.id}`);
  });
});
