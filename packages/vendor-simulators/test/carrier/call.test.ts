import { describe, expect, it } from 'vitest';
import { echo, prepare } from './prepare.ts';

const NUMBER = '<Number>+15550100400</Number>';
const relay = (attributes: string) =>
  `<Response><Connect action="https://a.example/"><ConversationRelay ${attributes}/></Connect></Response>`;

describe('a call', () => {
  it('is answered, converses, hangs up, and reports each status', async () => {
    const { client, application } = await prepare({
      answer: (path, app) =>
        path === '/twiml'
          ? {
              body: app.connectTwiml(
                'welcomeGreeting="Hi &amp; it&#39;s me"',
                '<Parameter name="a" value="1"/>',
              ),
            }
          : {},
      onFrame: echo,
    });
    await client.setCallee({ script: [{ say: 'Hello' }, { say: 'Bye' }] });

    const details = await client.finished(await client.place(application));

    expect(details.status).toBe('completed');
    const heard = details.transcript.map(({ text }) => text);
    expect(heard).toEqual(["Hi & it's me", 'Hello', 'You said: Hello', 'Bye', 'You said: Bye']);
    expect(application.statuses).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
    expect(application.at('/status').map(({ form }) => form.SequenceNumber)).toEqual(['0', '1', '2', '3']);
    expect(application.at('/status')[3]?.form).toMatchObject({
      CallDuration: expect.stringMatching(/^\d+$/),
      SipResponseCode: '200',
    });
    expect(application.at('/twiml')[0]?.form).toMatchObject({
      CallSid: details.sid,
      CallStatus: 'in-progress',
    });
    expect(application.at('/action')[0]?.form).toMatchObject({ SessionStatus: 'completed' });
    expect(application.received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(application.handshakes).toEqual([true]);
    expect(application.frames[0]).toMatchObject({
      type: 'setup',
      callSid: details.sid,
      callStatus: 'IN-PROGRESS',
      customParameters: { a: '1' },
    });
  });

  it.each([
    ['busy', ['initiated', 'ringing', 'busy']],
    ['no-answer', ['initiated', 'ringing', 'no-answer']],
    ['failed', ['initiated', 'failed']],
  ])('that meets %s never requests instructions', async (answer, statuses) => {
    const { client, application } = await prepare();
    await client.setCallee({ answer });

    const details = await client.finished(await client.place(application));

    expect(details.status).toBe(answer);
    expect(application.statuses).toEqual(statuses);
    expect(application.at('/twiml')).toEqual([]);
  });

  it('has its callbacks twice if the callee is configured so', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ answer: 'busy', duplicate_callbacks: true });

    await client.finished(await client.place(application));

    expect(application.statuses).toEqual(['initiated', 'initiated', 'ringing', 'ringing', 'busy', 'busy']);
  });

  it('is ended while it rings, and cannot be ended twice', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ ring_ms: 60_000 });
    const sid = await client.place(application);
    await expect.poll(() => application.statuses).toContain('ringing');

    const ended = await client.post(`${client.callsUrl}/${sid}.json`, { Status: 'completed' });
    const again = await client.post(`${client.callsUrl}/${sid}.json`, { Status: 'completed' });
    await client.finished(sid);

    expect(await ended.json()).toMatchObject({ sid, status: 'completed' });
    expect([again.status, await again.json()]).toMatchObject([400, { code: 21220 }]);
    expect(application.statuses.at(-1)).toBe('completed');
  });

  it('follows new instructions during a conversation', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ interactive: true, script: [] });
    const sid = await client.place(application);
    await expect.poll(() => application.frames).toHaveLength(1);

    await client.post(`${client.callsUrl}/${sid}.json`, { Twiml: '<Response><Say>Moved.</Say></Response>' });
    const details = await client.finished(sid);

    expect(details.transcript).toMatchObject([{ speaker: 'agent', text: 'Moved.' }]);
    expect(application.at('/action')).toEqual([]);
  });

  it.each([
    ['a fault', { status: 500, body: 'oops' }, 11200, 'answered 500'],
    ['broken XML', { body: '<Response>' }, 12100, 'parse failure'],
    ['an unknown verb', { body: '<Response><Sing/></Response>' }, 12200, '<Sing>'],
    ['an unknown attribute', { body: '<Response><Say tone="x">a</Say></Response>' }, 12200, 'tone'],
    ['a relay without WebSocket', { body: relay('url="https://a.example/"') }, 64101, 'WebSocket URL'],
    ['a speech model of another', { body: relay('url="wss://a.example/" speechModel="x"') }, 64101, 'flux'],
    ['a recording without a callback', { body: '<Response><Start/></Response>' }, 12200, 'one <Recording>'],
    [
      'a dial of two',
      { body: `<Response><Dial>${NUMBER}${NUMBER}</Dial></Response>` },
      12200,
      'one <Number>',
    ],
  ])('ends with an apology when the instructions are %s', async (_, answer, code, message) => {
    const { client, application } = await prepare({ answer: (path) => (path === '/twiml' ? answer : {}) });

    const details = await client.finished(await client.place(application));

    expect(details.status).toBe('completed');
    const error = details.events.find((event) => event.type === 'error');
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(details.transcript[0]?.text).toContain('application error');
  });
});
