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

  it('reports keys only when detection is on', async () => {
    const { client, application } = await prepare({
      answer: (path, app) =>
        path === '/twiml' ? { body: app.connectTwiml(`dtmfDetection="${app.received.length < 2}"`) } : {},
    });
    await client.setCallee({ script: [{ dtmf: '1#' }, { hang_up: true }], callback_order: 'reversed' });

    await client.finished(await client.place(application));
    await client.finished(await client.place(application));

    expect(application.frames.filter(({ type }) => type === 'dtmf').map(({ digit }) => digit)).toEqual([
      '1',
      '#',
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

  it('continues when the agent stays silent', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ script: [{ say: 'One' }, { say: 'Two' }], patience_ms: 20 });

    const details = await client.finished(await client.place(application));

    expect(details.transcript.map(({ text }) => text)).toEqual(['One', 'Two']);
  });

  it("resumes in another conversation at the callee's next line", async () => {
    const { client, application } = await prepare({
      answer: (path, app) => (path.startsWith('/status') ? {} : { body: app.connectTwiml() }),
      onFrame: (frame, send) => {
        if (frame.voicePrompt === 'One') send({ type: 'end' });
        if (frame.voicePrompt === 'Two') send({ type: 'text', token: 'Yes.', last: true });
      },
    });
    await client.setCallee({ script: [{ say: 'One' }, { say: 'Two' }] });

    const details = await client.finished(await client.place(application));

    expect(details.transcript.map(({ text }) => text)).toEqual(['One', 'Two', 'Yes.']);
    expect(types(application.frames)).toEqual(['setup', 'prompt', 'setup', 'prompt']);
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
