import { afterEach, describe, expect, it } from 'vitest';
import { startCarrier } from '../../../local/carrier/carrier.ts';
import { Application, accountSid, authToken, type Frame } from './application.ts';
import { Client } from './client.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function prepare(options: Parameters<typeof Application.start>[0] = {}) {
  const carrier = await startCarrier({ accountSid, authToken, pace: 0 });
  const application = await Application.start(options);
  cleanups.push(carrier.close, () => application.close());
  return { client: new Client(carrier.url), application };
}

/** An agent that repeats what it hears, in two tokens. */
function echo(frame: Frame, send: (frame: unknown) => void): void {
  if (frame.type !== 'prompt') return;
  send({ type: 'text', token: 'You said: ', last: false });
  send({ type: 'text', token: String(frame.voicePrompt), last: true });
}

describe('a call', () => {
  it('is answered, converses, hangs up, and is reported step by step', async () => {
    const { client, application } = await prepare({
      answer: (path, app) =>
        path === '/twiml'
          ? {
              body: app.connectTwiml('welcomeGreeting="Hi &amp; welcome"', '<Parameter name="a" value="1"/>'),
            }
          : {},
      onFrame: echo,
    });
    await client.setCallee({ script: [{ say: 'Hello' }, { say: 'Bye' }] });

    const details = await client.settled(await client.place(application));

    expect(details.status).toBe('completed');
    expect(details.transcript.map(({ text }) => text)).toEqual([
      'Hi & welcome',
      'Hello',
      'You said: Hello',
      'Bye',
      'You said: Bye',
    ]);
    expect(application.statuses).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
    expect(application.at('/status').map(({ form }) => form.SequenceNumber)).toEqual(['0', '1', '2', '3']);
    expect(application.at('/status')[3]?.form).toMatchObject({ CallDuration: '0', SipResponseCode: '200' });
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
});
