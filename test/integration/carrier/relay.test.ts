import { describe, expect, it, vi } from 'vitest';
import type { Frame } from './application.ts';
import { echo, prepare, withRelay } from './prepare.ts';

const report = 'reportInputDuringAgentSpeech="any"';
const types = (frames: Frame[]) => frames.map(({ type }) => type);

describe('a conversation over the relay', () => {
  it('tells what had been heard when the callee barges in', async () => {
    const greeting = 'We have a great many offers today, and I will read all of them to you.';
    const { client, application } = await prepare({
      ...withRelay(`welcomeGreeting="${greeting}" ${report}`),
      onFrame: echo,
    });
    await client.setCallee({ script: [{ interrupt: 'Stop, please', after_words: 4 }] });

    const details = await client.settled(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'interrupt', 'prompt']);
    const heard = String(application.frames[1]?.utteranceUntilInterrupt);
    expect(heard).toBe('We have a great');
    expect(greeting.startsWith(heard)).toBe(true);
    expect(Number(application.frames[1]?.durationUntilInterruptMs)).toBeGreaterThan(500);
    expect(application.frames[2]).toMatchObject({ voicePrompt: 'Stop, please', lang: 'en-US', last: true });
    expect(details.transcript).toMatchObject([
      { speaker: 'agent', text: heard, interrupted: true },
      { speaker: 'callee', text: 'Stop, please' },
      { speaker: 'agent', text: 'You said: Stop, please', interrupted: false },
    ]);
  });

  it('speaks on when it may not be interrupted, and still reports the words', async () => {
    const { client, application } = await prepare({
      ...withRelay(
        `welcomeGreeting="One two three four five six." welcomeGreetingInterruptible="none" ${report}`,
      ),
    });
    await client.setCallee({ script: [{ interrupt: 'Hey', after_words: 2 }, { hang_up: true }] });

    await client.settled(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'prompt']);
  });

  it('loses words spoken over the agent when they are not to be reported', async () => {
    const { client, application } = await prepare({
      ...withRelay('welcomeGreeting="One two three four five six."'),
    });
    await client.setCallee({ script: [{ interrupt: 'Hey', after_words: 2 }, { hang_up: true }] });

    await client.settled(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'interrupt']);
  });

  it('obeys a text that must not be interrupted', async () => {
    const { client, application } = await prepare({
      ...withRelay(report),
      onFrame: (frame, send) =>
        frame.type === 'setup' &&
        send({ type: 'text', token: 'One two three four.', last: true, interruptible: false }),
    });
    await client.setCallee({ script: [{ interrupt: 'Hey', after_words: 2 }, { hang_up: true }] });

    await client.settled(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'prompt']);
  });

  it('says as usual what came too late for an interruption', async () => {
    const { client, application } = await prepare({ ...withRelay(`welcomeGreeting="Hello." ${report}`) });
    await client.setCallee({ script: [{ interrupt: 'Hey', after_words: 50 }, { hang_up: true }] });

    await client.settled(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'prompt']);
  });

  it('speaks what comes after an interruption, as a turn of its own', async () => {
    const { client, application } = await prepare({
      ...withRelay(`welcomeGreeting="One two three four five six seven." ${report}`),
      onFrame: (frame, send) =>
        frame.type === 'interrupt' && send({ type: 'text', token: 'Late.', last: true }),
    });
    await client.setCallee({ script: [{ interrupt: 'Hey', after_words: 2 }] });

    const details = await client.settled(await client.place(application));

    expect(details.transcript.map(({ text }) => text)).toEqual(['One two', 'Hey', 'Late.']);
  });

  it('drops the rest of a preemptible text when the next one comes', async () => {
    const { client, application } = await prepare({
      onFrame: (frame, send) => {
        if (frame.type !== 'prompt') return;
        send({ type: 'text', token: 'Please hold the line. '.repeat(500), last: true, preemptible: true });
        send({ type: 'text', token: 'Here I am.', last: true });
      },
    });
    await client.setCallee({ script: [{ say: 'Hello' }] });

    const { transcript } = await client.settled(await client.place(application));

    expect(transcript.at(-1)).toMatchObject({ text: 'Here I am.', interrupted: false });
    expect(transcript.at(-2)?.interrupted).toBe(true);
  });

  it('tells who speaks, and which tokens were played, when asked to', async () => {
    const { client, application } = await prepare({
      ...withRelay('welcomeGreeting="Hello there." events="speaker-events tokens-played"'),
    });
    await client.setCallee({ script: [{ say: 'Hi' }, { hang_up: true }] });

    await client.settled(await client.place(application));

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

  it('reports keys only when they are to be detected', async () => {
    const { client, application } = await prepare({
      answer: (path, app) =>
        path === '/twiml' ? { body: app.connectTwiml(`dtmfDetection="${app.received.length < 2}"`) } : {},
    });
    await client.setCallee({ script: [{ dtmf: '1#' }, { hang_up: true }], callback_order: 'reversed' });

    await client.settled(await client.place(application));
    await client.settled(await client.place(application));

    expect(application.frames.filter(({ type }) => type === 'dtmf').map(({ digit }) => digit)).toEqual([
      '1',
      '#',
    ]);
  });

  it('ends as the agent says, and follows the instructions that the action answers', async () => {
    const { client, application } = await prepare({
      ...withRelay('', '<Response><Say>Transferring you.</Say></Response>'),
      onFrame: (frame, send) =>
        frame.type === 'prompt' && send({ type: 'end', handoffData: '{"to":"a person"}' }),
    });

    const details = await client.settled(await client.place(application));

    expect(application.at('/action')[0]?.form).toMatchObject({
      SessionId: application.frames[0]?.sessionId,
      SessionStatus: 'ended',
      HandoffData: '{"to":"a person"}',
      CallStatus: 'in-progress',
    });
    expect(details.transcript.at(-1)?.text).toBe('Transferring you.');
  });

  it('fails when the application drops the socket, and tells the action so', async () => {
    const { client, application } = await prepare({
      onFrame: (frame, _, socket) => frame.type === 'prompt' && socket.terminate(),
    });

    const details = await client.settled(await client.place(application));

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
        for (let count = 0; count < (prompts === 1 ? 9 : 10); count += 1) send(gatewayError);
        send({ type: 'text', token: 'Fine.', last: true });
      },
    });
    await client.setCallee({ script: [{ say: 'One' }, { say: 'Two' }] });

    const details = await client.settled(await client.place(application));

    expect(details.transcript.map(({ text }) => text)).toEqual(['One', 'Fine.', 'Two']);
    expect(application.at('/action')[0]?.form).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64107' });
    expect(application.frames.filter(({ type }) => type === 'error').length).toBeGreaterThanOrEqual(9);
  });

  it('goes on when the agent stays silent', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ script: [{ say: 'One' }, { say: 'Two' }], patience_ms: 20 });

    const details = await client.settled(await client.place(application));

    expect(details.transcript.map(({ text }) => text)).toEqual(['One', 'Two']);
  });

  it('is hung up through the REST API', async () => {
    const { client, application } = await prepare();
    const sid = await client.place(application);
    await vi.waitFor(() => expect(types(application.frames)).toContain('prompt'));

    await client.post(`${client.callsUrl}/${sid}.json`, { Status: 'completed' });
    await client.settled(sid);

    expect(application.at('/action')[0]?.form).toMatchObject({
      SessionStatus: 'completed',
      CallStatus: 'completed',
    });
    expect(application.statuses.at(-1)).toBe('completed');
  });
});
