import { describe, expect, it } from 'vitest';
import type { Frame } from './application.ts';
import { prepare, withRelay } from './prepare.ts';

const types = (frames: Frame[]) => frames.map(({ type }) => type);

describe('a conversation over the relay', () => {
  it('reports speaking and played tokens on request', async () => {
    const { client, application } = await prepare({
      ...withRelay('welcomeGreeting="Hello there." events="speaker-events tokens-played"'),
    });
    await client.setCallee({ script: [{ say: 'Hi' }, { hang_up: true }] });

    await client.finished(await client.place(application));

    const told = application.frames.map(({ type, name, value }) =>
      type === 'info' ? `${name} ${value}` : type,
    );
    expect(told).toEqual([
      'setup',
      'agentSpeaking on',
      'tokensPlayed Hello there.',
      'agentSpeaking off',
      'clientSpeaking on',
      'clientSpeaking off',
      'prompt',
    ]);
  });

  it("ends as the agent requests, and follows the action's instructions", async () => {
    const { client, application } = await prepare({
      ...withRelay('', '<Response><Say>Transferring you.</Say></Response>'),
      onFrame: (frame, send) =>
        frame.type === 'prompt' && send({ type: 'end', handoffData: '{"to":"a person"}' }),
    });

    const details = await client.finished(await client.place(application));

    expect(application.at('/action')[0]?.form).toMatchObject({
      SessionId: application.frames[0]?.sessionId,
      SessionStatus: 'ended',
      HandoffData: '{"to":"a person"}',
      CallStatus: 'in-progress',
    });
    expect(details.transcript.at(-1)?.text).toBe('Transferring you.');
  });

  it('fails when the application drops the socket, and reports it to the action', async () => {
    const { client, application } = await prepare({
      onFrame: (frame, _, socket) => frame.type === 'prompt' && socket.terminate(),
    });

    const details = await client.finished(await client.place(application));

    expect(application.at('/action')[0]?.form).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
    expect(details.status).toBe('completed');
  });

  it('ignores malformed frames until there are ten in a row', async () => {
    const gatewayError = { message: 'Internal server error', connectionId: 'a', requestId: 'b' };
    let prompts = 0;
    const { client, application } = await prepare({
      onFrame: (frame, send) => {
        if (frame.type !== 'prompt') return;
        prompts += 1;
        for (let count = 0; count < (prompts < 3 ? 9 : 10); count += 1) send(gatewayError);
        send({ type: 'text', token: 'Fine.', last: true });
      },
    });
    await client.setCallee({ script: [{ say: 'One' }, { say: 'Two' }, { say: 'Three' }] });

    const details = await client.finished(await client.place(application));

    const heard = details.transcript.map(({ text }) => text);
    expect(heard).toEqual(['One', 'Fine.', 'Two', 'Fine.', 'Three']);
    expect(application.at('/action')[0]?.form).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64107' });
    expect(application.frames.filter(({ type }) => type === 'error').length).toBeGreaterThanOrEqual(9);
  });

  it('is ended through the REST API', async () => {
    const { client, application } = await prepare();
    const sid = await client.place(application);
    await expect.poll(() => types(application.frames)).toContain('prompt');

    await client.post(`${client.callsUrl}/${sid}.json`, { Status: 'completed' });
    await client.finished(sid);

    expect(application.at('/action')[0]?.form).toMatchObject({
      SessionStatus: 'completed',
      CallStatus: 'completed',
    });
    expect(application.statuses.at(-1)).toBe('completed');
  });
});

describe('a callee who presses a key while the agent speaks', () => {
  const greeting = 'welcomeGreeting="For sales press one, for anything else press two."';

  it.each([
    ['dtmfDetection="true" reportInputDuringAgentSpeech="dtmf"', ['setup', 'interrupt', '2', '#']],
    ['dtmfDetection="true" reportInputDuringAgentSpeech="speech"', ['setup', 'interrupt', '#']],
    [
      'dtmfDetection="true" reportInputDuringAgentSpeech="any" welcomeGreetingInterruptible="speech"',
      ['setup', '2', '#'],
    ],
    ['dtmfDetection="false" reportInputDuringAgentSpeech="any"', ['setup', 'interrupt']],
  ])('with %s', async (settings, expected) => {
    const { client, application } = await prepare(withRelay(`${greeting} ${settings}`));
    await client.setCallee({ script: [{ dtmf: '2#', after_words: 3 }, { hang_up: true }] });

    await client.finished(await client.place(application));

    expect(application.frames.map(({ type, digit }) => digit ?? type)).toEqual(expected);
  });
});
