import { describe, expect, it } from 'vitest';
import { accountSid } from './application.ts';
import { type CallDetails, Client, caller, ownNumber } from './client.ts';
import { echo, prepare, withRelay } from './prepare.ts';

/** A carrier and an application that answers calls to a number of the account. */
async function prepareInbound(options: Parameters<typeof prepare>[0] = {}) {
  const prepared = await prepare(options);
  const { client, application } = prepared;
  const url = `${client.accountUrl}/IncomingPhoneNumbers.json`;
  const response = await client.post(url, {
    PhoneNumber: ownNumber,
    VoiceUrl: `${application.url}/twiml`,
    StatusCallback: `${application.url}/status`,
  });
  expect(response.status).toBe(201);
  return prepared;
}

const states = (details: CallDetails) =>
  details.events.flatMap((event) => (event.type === 'state' ? [event.status] : []));

describe('a call to a number of the account', () => {
  it('is answered with the instructions of its VoiceUrl, and converses', async () => {
    const { client, application } = await prepareInbound({
      ...withRelay('welcomeGreeting="The practice, good morning."'),
      onFrame: echo,
    });

    const details = await client.finished(await client.callIn({ script: [{ say: 'Hello' }] }));

    expect(details.transcript.map(({ text }) => text)).toEqual([
      'The practice, good morning.',
      'Hello',
      'You said: Hello',
    ]);
    expect(application.at('/twiml').map(({ form }) => form)).toEqual([
      expect.objectContaining({
        CallSid: details.sid,
        AccountSid: accountSid,
        From: caller,
        Caller: caller,
        To: ownNumber,
        Called: ownNumber,
        Direction: 'inbound',
        CallStatus: 'ringing',
        ApiVersion: '2010-04-01',
      }),
    ]);
    expect(application.frames[0]).toMatchObject({
      type: 'setup',
      from: caller,
      to: ownNumber,
      direction: 'inbound',
      callStatus: 'IN-PROGRESS',
    });
    expect(states(details)).toEqual(['ringing', 'in-progress', 'completed']);
    expect(application.received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(application.handshakes).toEqual([true]);
  });

  it('is signed with the token of the account that holds the number', async () => {
    const other = { sid: `AC${'b'.repeat(32)}`, authToken: 'another-token' };
    const { client, application } = await prepare({ authToken: other.authToken, onFrame: echo });
    await client.control('PUT', `accounts/${other.sid}`, { auth_token: other.authToken });
    await client.control('PUT', `numbers/${ownNumber}`, {
      account_sid: other.sid,
      voice_url: `${application.url}/twiml`,
    });

    const { sid } = await client.finished(await client.callIn());

    expect(application.at('/twiml')).toMatchObject([{ isSigned: true, form: { AccountSid: other.sid } }]);
    expect(application.handshakes).toEqual([true]);
    const customer = new Client(client.url, other);
    expect(await customer.get(`${customer.callsUrl}/${sid}.json`)).toMatchObject({ direction: 'inbound' });
    expect(await client.get(`${client.callsUrl}/${sid}.json`)).toMatchObject({ code: 20404 });
  });

  it.each([
    ['<Reject/>', 'no-answer'],
    ['<Reject reason="busy"/>', 'busy'],
    ['<Pause length="3"/><Reject/>', 'no-answer'],
  ])('is not answered when it meets %s', async (verbs, status) => {
    const { client, application } = await prepareInbound({
      answer: (path) => (path === '/twiml' ? { body: `<Response>${verbs}</Response>` } : {}),
    });

    const details = await client.finished(await client.callIn());

    expect(states(details)).toEqual(['ringing', status]);
    expect(application.statuses).toEqual([status]);
    expect(await client.get(`${client.callsUrl}/${details.sid}.json`)).toMatchObject({ duration: '0' });
  });

  it.each([
    [{ from: caller, to: '+14155550199' }, 404, 'Nobody holds'],
    [{ from: caller, to: '+14155550111' }, 422, 'no VoiceUrl'],
    [{ from: 'anonymous', to: ownNumber }, 422, 'E.164'],
    [{ from: caller, to: ownNumber, callee: { anwser: 'busy' } }, 422, 'anwser'],
  ])('is refused as %o', async (body, status, message) => {
    const { client } = await prepareInbound();
    await client.control('PUT', 'numbers/+14155550111', {});

    const response = await client.control('POST', 'calls', body);

    expect(response.status).toBe(status);
    expect(((await response.json()) as { message: string }).message).toContain(message);
    expect(await client.get(`${client.url}/simulator/calls`)).toEqual([]);
  });
});
