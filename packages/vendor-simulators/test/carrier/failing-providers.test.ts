import { describe, expect, it } from 'vitest';
import { converse, prepare, withRelay } from './prepare.ts';

const TELLS = 'events="config-updated"';
const GREETS = 'welcomeGreeting="One two three four five six."';
const backup = (attributes: string) => `<Failover><Language code="en-US" ${attributes}/></Failover>`;

describe('a provider that fails', () => {
  it.each([
    ['tts', '64111'],
    ['stt', '64114'],
  ])('ends the session without a backup (%s)', async (fail, code) => {
    const { action, details } = await converse(GREETS, [{ fail, after_words: 2 }, { wait_ms: 500 }]);

    expect(action).toMatchObject({ SessionStatus: 'failed', ErrorCode: code });
    expect(details.transcript[0]).toMatchObject({ text: 'One two', interrupted: true });
  });

  it.each([
    ['<Failover/>', { ttsProvider: 'Google' }],
    [backup('ttsProvider="Amazon" voice="Joanna-Neural"'), { ttsProvider: 'Amazon', voice: 'Joanna-Neural' }],
  ])('is replaced by its backup, which speaks the pending text: %s', async (inner, value) => {
    const script = [{ fail: 'tts', after_words: 2 }, { say: 'Hello' }];

    const { application, details, action } = await converse(
      { attributes: `${GREETS} ${TELLS}`, inner },
      script,
    );

    expect(application.frames.filter(({ type }) => type === 'info')).toEqual([
      { type: 'info', name: 'configUpdated', value },
    ]);
    expect(details.transcript[0]).toMatchObject({ text: 'One two three four five six.', interrupted: false });
    expect(action).toMatchObject({ SessionStatus: 'completed' });
  });

  it('is replaced once a call on each side, and not reported unless asked', async () => {
    const script = [{ fail: 'stt' }, { fail: 'tts' }, { say: 'Hello' }, { fail: 'stt' }, { wait_ms: 500 }];

    const { heard, action } = await converse({ attributes: '', inner: '<Failover/>' }, script);

    expect(heard).toEqual(['setup', 'Hello']);
    expect(action).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64114' });
  });

  it('ends the session if its backup cannot hear the language either', async () => {
    const relay = {
      attributes: 'language="de-DE"',
      inner:
        '<Failover><Language code="de-DE" speechModel="flux" transcriptionProvider="Deepgram"/></Failover>',
    };

    const { action } = await converse(relay, [{ fail: 'stt' }, { wait_ms: 500 }]);

    expect(action).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64106' });
  });

  it('misses the words that are spoken while recognition changes', async () => {
    const { client, application } = await prepare(withRelay('', undefined, '<Failover/>'));
    await client.setCallee({ script: [], interactive: true });
    const sid = await client.place(application);
    await expect.poll(() => application.frames.length).toBe(1);

    await client.control('POST', `calls/${sid}/say`, { say: ['I am', { pause_ms: 200 }, 'Anna'] });
    await expect.poll(async () => (await client.details(sid)).transcript.length).toBe(1);
    const { status } = await client.control('POST', `calls/${sid}/fail`, { provider: 'stt' });
    await client.control('POST', `calls/${sid}/say`, { say: 'Are you there?' });

    expect(status).toBe(200);
    await expect
      .poll(() => application.frames.map((frame) => frame.voicePrompt))
      .toEqual([undefined, 'Are you there?']);
  });
});

it.each([
  ['a child of another name', '<Failover><Provider/></Failover>'],
  ['an unknown attribute', backup('backup="Google"')],
  ['an unknown provider', backup('ttsProvider="Siri"')],
  ['two of them', '<Failover/><Failover/>'],
])('a <Failover> with %s is an error', async (_, inner) => {
  const { client, application } = await prepare(withRelay('', undefined, inner));

  const { events } = await client.finished(await client.place(application));

  expect(events).toContainEqual(expect.objectContaining({ type: 'error', code: 12200 }));
});
