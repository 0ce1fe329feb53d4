import { expect, it } from 'vitest';
import { echo, prepare } from './prepare.ts';

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

  const detection = {
    MachineDetection: mode,
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: `${application.url}/machine`,
  };
  const { sid } = await client.finished(await client.place(application, detection));

  expect(application.at('/machine')).toMatchObject([
    { isSigned: true, form: { CallSid: sid, AnsweredBy: verdict } },
  ]);
});
