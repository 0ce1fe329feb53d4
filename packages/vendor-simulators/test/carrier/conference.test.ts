import { describe, expect, it } from 'vitest';
import type { Application } from './application.ts';
import type { CallDetails } from './client.ts';
import { prepare } from './prepare.ts';

const expert = '+15550100400';
const told = 'statusCallback="/conference" statusCallbackEvent="start end join leave"';

const room = (attributes = '') =>
  `<Response><Dial action="/dialled"><Conference ${attributes}>Room 7</Conference></Dial></Response>`;
const texts = ({ transcript }: CallDetails) => transcript.map(({ text }) => text);
const events = (application: Application) =>
  application.at('/conference').map(({ form }) => form.StatusCallbackEvent);

/** An application with two people in one conference: first the callee, then the expert. */
async function prepareConference(first: string, second: string) {
  const prepared = await prepare({
    answer: (path) => {
      if (path === '/twiml') return { body: room(first) };
      if (path === '/expert') return { body: room(second) };
      return {};
    },
  });
  const { client, application } = prepared;
  const entered = (count: number) =>
    expect
      .poll(() => events(application).filter((event) => event === 'participant-join'))
      .toHaveLength(count);
  const placeExpert = () => client.place(application, { To: expert, Url: `${application.url}/expert` });
  return { ...prepared, entered, placeExpert };
}

describe('a conference', () => {
  it('connects its participants until they leave', async () => {
    const { client, application, entered, placeExpert } = await prepareConference(told, told);
    await client.setCallee({ script: [] });
    await client.control('PUT', `callees/${expert}`, {
      script: [{ wait_ms: 50 }, { say: 'Good morning, everybody.' }],
    });

    const sid = await client.place(application);
    await entered(1);
    const details = [await client.finished(await placeExpert()), await client.finished(sid)];

    expect(details.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(details.map(texts)).toEqual([['Good morning, everybody.'], []]);
    expect(events(application)).toEqual([
      'participant-join',
      'participant-join',
      'conference-start',
      'participant-leave',
      'participant-leave',
      'conference-end',
    ]);
    const forms = application.at('/conference');
    // A participant without lines stays until the others have left.
    expect(forms[3]?.form.CallSid).toBe(details[0]!.sid);
    expect(new Set(forms.map(({ form }) => form.ConferenceSid)).size).toBe(1);
    expect(forms[0]).toMatchObject({
      isSigned: true,
      form: {
        ConferenceSid: expect.stringMatching(/^CF[0-9a-f]{32}$/),
        FriendlyName: 'Room 7',
        CallSid: sid,
        SequenceNumber: '1',
        StartConferenceOnEnter: 'true',
        EndConferenceOnExit: 'false',
      },
    });
    expect(application.at('/dialled').map(({ form }) => form.DialCallStatus)).toEqual([
      'answered',
      'answered',
    ]);
    expect(application.at('/dialled')[0]?.form).not.toHaveProperty('DialCallSid');
  });

  it('ends for everyone when a participant that ends it leaves', async () => {
    const { client, application, entered, placeExpert } = await prepareConference(
      `endConferenceOnExit="true" ${told}`,
      '',
    );
    await client.setCallee({ interactive: true, script: [] });
    await client.control('PUT', `callees/${expert}`, { interactive: true, script: [] });
    const sid = await client.place(application);
    await entered(1);
    const expertSid = await placeExpert();
    await entered(2);

    await client.control('POST', `calls/${sid}/say`, { hang_up: true });

    await client.finished(sid);
    expect((await client.finished(expertSid)).status).toBe('completed');
    const expertsAction = application.at('/dialled').find(({ form }) => form.CallSid === expertSid);
    expect(expertsAction?.form).toMatchObject({ CallStatus: 'in-progress', DialCallStatus: 'answered' });
    expect(application.at('/conference').at(-1)?.form).toMatchObject({
      StatusCallbackEvent: expect.stringMatching(/leave|end/),
    });
    expect(events(application)).toContain('conference-end');
  });
});
