import { describe, expect, it } from 'vitest';
import type { Application } from './application.ts';
import { prepare } from './prepare.ts';

const expert = '+15550100401';

const DIAL = `<Response><Dial action="/dialled" answerOnBridge="true"><Number url="/screen" machineDetection="Enable" amdStatusCallback="/detected">${expert}</Number></Dial><Say>Still here.</Say></Response>`;
const ASK =
  '<Gather numDigits="1" timeout="3" action="/key" actionOnEmptyResult="true"><Say>A caller wants you.</Say><Pause length="1"/><Say>Press one.</Say></Gather>';

/** An application that dials an expert, who hears a question first; `1` connects the two. */
async function prepareScreening(expertly: object, { ask = ASK, caller = {} } = {}) {
  const answer = (path: string, app: Application) => {
    if (path === '/twiml') return { body: DIAL };
    if (path === '/screen') return { body: `<Response>${ask}</Response>` };
    if (path !== '/key') return {};
    const { Digits } = app.at('/key').at(-1)!.form;
    return { body: `<Response>${Digits === '1' ? '' : '<Hangup/>'}</Response>` };
  };
  const prepared = await prepare({ answer });
  const { client, application } = prepared;
  await client.control('PUT', `callees/${expert}`, expertly);
  await client.setCallee({ script: [], ...caller });
  const parent = await client.finished(await client.place(application));
  const [dialled] = application.at('/dialled');
  const child = await client.finished(dialled!.form.DialCallSid!);
  return { ...prepared, parent, child, dialled: dialled!.form };
}

describe('a dialled party who is asked first', () => {
  it('is connected if the instructions do not hang up', async () => {
    const script = [{ dtmf: '1' }, { say: 'This is the expert.' }];
    const { application, child, parent, dialled } = await prepareScreening({ script });

    const [screened] = application.at('/screen');
    expect(screened).toMatchObject({
      isSigned: true,
      form: { CallSid: child.sid, ParentCallSid: parent.sid, To: expert, CallStatus: 'in-progress' },
    });
    expect(application.at('/key')).toMatchObject([
      { isSigned: true, form: { Digits: '1', CallSid: child.sid } },
    ]);
    expect(child.transcript.map(({ text }) => text)).toEqual([
      'A caller wants you.',
      'Press one.',
      'This is the expert.',
    ]);
    expect(dialled).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'true' });
  });

  it.each([
    ['presses another key', [{ dtmf: '2' }], [{ Digits: '2' }]],
    ['presses nothing', [{ say: 'Hello?' }], [{ Digits: '' }]],
    ['hangs up', [{ hang_up: true }], []],
  ])('is not connected after they %s', async (_, script, keys) => {
    const { application, child, dialled } = await prepareScreening({ script });

    expect(application.at('/key').map(({ form }) => form)).toMatchObject(keys);
    expect(dialled).toMatchObject({
      DialCallStatus: 'completed',
      DialBridged: 'false',
      CallStatus: 'in-progress',
    });
    expect(child.status).toBe('completed');
  });

  it('is hung up on when the caller hangs up meanwhile', async () => {
    const script = [{ wait_ms: 200 }, { hang_up: true }];
    const { child, parent, dialled } = await prepareScreening(
      { script: [], interactive: true },
      { caller: { script } },
    );

    expect(parent.status).toBe('completed');
    expect(child.status).toBe('completed');
    expect(dialled).toMatchObject({ DialBridged: 'false', CallStatus: 'completed' });
  });
});
