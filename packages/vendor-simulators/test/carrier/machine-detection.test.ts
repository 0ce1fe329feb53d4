import { describe, expect, it } from 'vitest';
import { accountSid } from './application.ts';
import { echo, prepare, withRelay } from './prepare.ts';

const detection = (url: string, mode = 'Enable') => ({
  MachineDetection: mode,
  AsyncAmd: 'true',
  AsyncAmdStatusCallback: `${url}/machine`,
});

describe('machine detection', () => {
  it.each([
    [undefined, 'Enable', 'human'],
    ['human', 'DetectMessageEnd', 'human'],
    ['machine_start', 'Enable', 'machine_start'],
    ['machine_end_beep', 'Enable', 'machine_start'],
    ['machine_start', 'DetectMessageEnd', 'machine_end_beep'],
    ['machine_end_silence', 'DetectMessageEnd', 'machine_end_silence'],
    ['fax', 'Enable', 'fax'],
    ['unknown', 'DetectMessageEnd', 'unknown'],
  ])('of a callee who is %s (%s) reports %s while the call goes on', async (answered_by, mode, verdict) => {
    const { client, application } = await prepare({ onFrame: echo });
    await client.setCallee({ answered_by, script: [{ wait_ms: 50 }, { say: 'Hello' }] });

    const details = await client.finished(await client.place(application, detection(application.url, mode)));

    expect(application.at('/machine')).toEqual([
      {
        path: '/machine',
        isSigned: true,
        form: {
          CallSid: details.sid,
          AccountSid: accountSid,
          AnsweredBy: verdict,
          MachineDetectionDuration: expect.stringMatching(/^\d{4,5}$/),
        },
      },
    ]);
    expect(details.transcript.map(({ text }) => text)).toEqual(['Hello', 'You said: Hello']);
    expect(application.at('/twiml')[0]?.form).not.toHaveProperty('AnsweredBy');
    expect(await client.get(`${client.callsUrl}/${details.sid}.json`)).toMatchObject({
      answered_by: verdict,
    });
  });

  it('delays the call, and reports with the request for instructions, unless it is asynchronous', async () => {
    const { client, application } = await prepare({ onFrame: echo });
    await client.setCallee({ answered_by: 'fax', script: [] });

    await client.finished(await client.place(application, { MachineDetection: 'Enable' }));

    expect(application.at('/twiml')[0]?.form).toMatchObject({ AnsweredBy: 'fax' });
  });

  it.each([
    [{ MachineDetection: 'Maybe' }, 20001],
    [{ MachineDetection: 'Enable', AsyncAmdStatusCallback: 'machine' }, 21609],
    [{ SendDigits: '1,2' }, 20001],
  ])('is refused as %o', async (wishes, code) => {
    const { client } = await prepare();
    const form = { To: '+15550100200', From: '+15550100100', Url: 'http://127.0.0.1:1/', ...wishes };

    const response = await client.post(`${client.callsUrl}.json`, form);

    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });
});

describe('a machine that beeps', () => {
  it('greets without waiting for the agent, and detection of its end reports at the beep', async () => {
    const { client, application } = await prepare(withRelay('welcomeGreeting="Hello, this is the shop."'));
    await client.setCallee({
      answered_by: 'machine_start',
      script: [{ announce: 'Leave a message.' }, { beep: true }, { wait_ms: 300 }, { hang_up: true }],
    });

    const { events } = await client.finished(
      await client.place(application, detection(application.url, 'DetectMessageEnd')),
    );

    const at = (words: string) => events.findIndex((event) => JSON.stringify(event).includes(words));
    const beep = at('The machine beeps.');
    expect(application.at('/machine')[0]?.form.AnsweredBy).toBe('machine_end_beep');
    expect(at('"callee","text":"Leave a message.')).toBeLessThan(beep);
    expect(at('Machine detection: machine_end_beep.')).toBeGreaterThan(beep);
  });
});
