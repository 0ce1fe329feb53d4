import { expect, it } from 'vitest';
import { echo, prepare, withRelay } from './prepare.ts';

const detection = (url: string, mode: string) => ({
  MachineDetection: mode,
  AsyncAmd: 'true',
  AsyncAmdStatusCallback: `${url}/machine`,
});

it.each([
  [undefined, 'Enable', 'human'],
  ['human', 'DetectMessageEnd', 'human'],
  ['machine_start', 'Enable', 'machine_start'],
  ['machine_end_beep', 'Enable', 'machine_start'],
  ['machine_start', 'DetectMessageEnd', 'machine_end_beep'],
  ['machine_end_silence', 'DetectMessageEnd', 'machine_end_silence'],
  ['fax', 'Enable', 'fax'],
])('machine detection of a callee who is %s (%s) reports %s', async (answered_by, mode, verdict) => {
  const { client, application } = await prepare({ onFrame: echo });
  await client.setCallee({ answered_by, script: [{ wait_ms: 50 }, { say: 'Hello' }] });

  const { sid } = await client.finished(await client.place(application, detection(application.url, mode)));

  expect(application.at('/machine')).toMatchObject([
    { isSigned: true, form: { CallSid: sid, AnsweredBy: verdict } },
  ]);
});

it('a machine greets without waiting for the agent, and detection of its end reports at the beep', async () => {
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
