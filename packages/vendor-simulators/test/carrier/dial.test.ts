import { describe, expect, it, vi } from 'vitest';
import { type CallDetails, caller, lastedSeconds, ownNumber } from './client.ts';
import { echo, prepare } from './prepare.ts';

const expert = '+15550100400';

interface Listed {
  calls: { sid: string; status: string; direction: string; parent_call_sid: string | null }[];
}

/** An application whose calls are transferred at once; the expert behaves as given. */
async function prepareDial(dial: string, behaviour: unknown, options: Parameters<typeof prepare>[0] = {}) {
  const prepared = await prepare({
    answer: (path, app) => {
      if (path === '/twiml') return { body: `<Response>${dial}<Say>Still here.</Say></Response>` };
      return path === '/relay' ? { body: app.connectTwiml() } : {};
    },
    ...options,
  });
  const { client } = prepared;
  await client.control('PUT', `callees/${expert}`, behaviour);
  await client.setCallee({ script: [] });
  const children = async () => {
    const { calls } = await client.get<Listed>(`${client.callsUrl}.json`);
    return calls.filter(({ parent_call_sid }) => parent_call_sid !== null);
  };
  const child = () =>
    vi.waitFor(async () => (await children())[0] ?? Promise.reject(new Error('No child.')), {
      timeout: 20_000,
    });
  return { ...prepared, children, child };
}

const toExpert = (attributes = '') => `<Dial action="/dialled" ${attributes}>${expert}</Dial>`;
const texts = ({ transcript }: CallDetails) => transcript.map(({ text }) => text);

describe('<Dial> of a number', () => {
  it('connects the two, and reports the result to the action', async () => {
    const script = [{ say: 'This is the expert.' }, { dtmf: '1' }, { say: 'Goodbye.' }];
    const { client, application } = await prepareDial(toExpert(), { script });

    const parent = await client.finished(await client.place(application));

    const [action] = application.at('/dialled');
    const child = await client.finished(action!.form.DialCallSid!);
    expect(action).toMatchObject({
      isSigned: true,
      form: {
        CallSid: parent.sid,
        CallStatus: 'in-progress',
        DialCallStatus: 'completed',
        DialCallDuration: lastedSeconds(child),
        DialBridged: 'true',
      },
    });
    expect(texts(child)).toEqual(['This is the expert.', 'Goodbye.']);
    expect(child.events).toContainEqual(
      expect.objectContaining({ type: 'digits', by: 'callee', digits: '1' }),
    );
    expect(child).toMatchObject({ status: 'completed', direction: 'outbound-dial', parent_sid: parent.sid });
    expect(parent).toMatchObject({ status: 'completed', transcript: [] });
  });

  it.each([
    ['a number that the vendor refuses', toExpert(), { answer: 'reject-request' }, 13224],
    ['no number', '<Dial action="/dialled">the expert</Dial>', {}, 13224],
  ])('fails without a call when it has %s', async (_, dial, behaviour, code) => {
    const { client, application, children } = await prepareDial(dial, behaviour);

    const parent = await client.finished(await client.place(application));

    expect(application.at('/dialled')[0]?.form).toMatchObject({ DialCallStatus: 'failed' });
    expect(application.at('/dialled')[0]?.form).not.toHaveProperty('DialCallSid');
    expect(parent.events).toContainEqual(expect.objectContaining({ type: 'error', code }));
    expect(await children()).toEqual([]);
  });

  it('may show only numbers of the account, or those of the call, when caller IDs are verified', async () => {
    const dial = [ownNumber, '+15550100999', caller].map((id) => toExpert(`callerId="${id}"`));
    const { client, application } = await prepareDial(
      '',
      { script: [] },
      {
        verifyCallerId: true,
        answer: (path, app) => {
          const asked = app.at('/twiml').length + app.at('/dialled').length;
          const body = `<Response>${dial[asked - 1] ?? ''}</Response>`;
          return path === '/twiml' || path === '/dialled' ? { body } : {};
        },
      },
    );
    await client.control('PUT', `numbers/${ownNumber}`, { voice_url: `${application.url}/twiml` });

    await client.finished(await client.callIn({ script: [] }));

    const outcomes = application.at('/dialled').map(({ form }) => form.DialCallStatus);
    expect(outcomes).toEqual(['completed', 'failed', 'completed']);
  });

  it("follows the action's instructions: the agent takes the call back", async () => {
    const { client, application } = await prepareDial(
      '',
      { answer: 'no-answer' },
      {
        answer: (path, app) => {
          if (path === '/twiml') return { body: app.connectTwiml() };
          if (path === '/action' && app.at('/action').length === 1) {
            return { body: `<Response>${toExpert()}</Response>` };
          }
          return path === '/dialled' ? { body: app.connectTwiml('welcomeGreeting="Nobody is there."') } : {};
        },
        onFrame: (frame, send) => {
          if (frame.voicePrompt === 'A person, please') send({ type: 'end', handoffData: '{}' });
          else echo(frame, send);
        },
      },
    );
    await client.setCallee({
      script: [{ say: 'A person, please' }, { wait_ms: 30 }, { say: 'Well, goodbye' }],
    });

    const parent = await client.finished(await client.place(application));

    expect(texts(parent)).toEqual([
      'A person, please',
      'Nobody is there.',
      'Well, goodbye',
      'You said: Well, goodbye',
    ]);
  });

  it('reports the other call’s progress to its callback', async () => {
    const number = `<Number statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed">${expert}</Number>`;
    const { client, application } = await prepareDial(`<Dial action="/dialled">${number}</Dial>`, {
      script: [],
    });

    const parent = await client.finished(await client.place(application));
    await client.finished(application.at('/dialled')[0]!.form.DialCallSid!);

    const told = application.at('/leg');
    expect(told.map(({ form }) => form.CallStatus)).toEqual([
      'initiated',
      'ringing',
      'in-progress',
      'completed',
    ]);
    expect(told.every(({ isSigned, form }) => isSigned && form.ParentCallSid === parent.sid)).toBe(true);
  });

  it('cancels the ringing when the caller hangs up', async () => {
    const { client, application, child } = await prepareDial(toExpert(), { ring_ms: 60_000 });
    await client.setCallee({ interactive: true, script: [] });
    const sid = await client.place(application);
    await expect.poll(child).toMatchObject({ status: 'ringing' });

    await client.control('POST', `calls/${sid}/say`, { hang_up: true });

    expect((await client.finished(sid)).status).toBe('completed');
    expect((await client.finished((await child()).sid)).status).toBe('canceled');
    expect(application.at('/dialled')[0]?.form).toMatchObject({ DialCallStatus: 'canceled' });
  });

  it.each(['true', 'false'])('answers an inbound call on the bridge or before it (%s)', async (onBridge) => {
    const { client, application, child } = await prepareDial(toExpert(`answerOnBridge="${onBridge}"`), {
      ring_ms: 60_000,
    });
    await client.control('PUT', `numbers/${ownNumber}`, { voice_url: `${application.url}/twiml` });
    const sid = await client.callIn({ interactive: true, script: [] });
    await expect.poll(child).toMatchObject({ status: 'ringing' });

    const { status } = await client.details(sid);
    await client.control('POST', `calls/${sid}/say`, { hang_up: true });

    expect(status).toBe(onBridge === 'true' ? 'ringing' : 'in-progress');
    expect((await client.finished(sid)).status).toBe(onBridge === 'true' ? 'no-answer' : 'completed');
  });

  it.each([
    ['<Dial record="true">+15550100400</Dial>', 'record'],
    ['<Dial><Number>+1555</Number><Number>+1555</Number></Dial>', 'one <Number> or <Conference>'],
    ['<Dial><Number statusCallbackEvent="sung">+1555</Number></Dial>', 'must name'],
  ])('must have a supported form: %s', async (dial, message) => {
    const { client, application } = await prepareDial(dial, {});

    const { events } = await client.finished(await client.place(application));

    expect(events).toContainEqual(
      expect.objectContaining({ type: 'error', code: 12200, message: expect.stringContaining(message) }),
    );
  });
});
