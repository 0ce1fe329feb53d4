import { describe, expect, it } from 'vitest';
import { type echo, prepare, withRelay } from './prepare.ts';

const FLUX = 'transcriptionProvider="Deepgram" speechModel="flux"';
const NOVA_2 = 'transcriptionProvider="Deepgram" speechModel="nova-2-general"';
const DETECTS = 'transcriptionLanguage="multi"';
/** What the vendor tells of a session without such a transcription. */
const REFUSED = { SessionStatus: 'failed', ErrorCode: '64106' };

/** A call of a callee with this script, over a relay with these attributes. */
async function converse(
  attributes: string,
  script: readonly object[],
  { onFrame, ...callee }: { readonly onFrame?: typeof echo; readonly [field: string]: unknown } = {},
) {
  const { client, application } = await prepare({ ...withRelay(attributes), ...(onFrame && { onFrame }) });
  await client.setCallee({ script, patience_ms: 30, ...callee });
  const details = await client.finished(await client.place(application));
  const prompts = application.frames
    .filter(({ type }) => type === 'prompt')
    .map(({ voicePrompt, last }) => `${voicePrompt}${last ? ' |' : ''}`);
  return { application, details, prompts };
}

describe('words before they are final', () => {
  it('are reported cumulatively, without their final punctuation', async () => {
    const { prompts } = await converse(`${FLUX} partialPrompts="true"`, [{ say: 'At three, please.' }]);

    expect(prompts).toEqual(['At', 'At three', 'At three, please', 'At three, please. |']);
  });

  it.each([
    ['another model', 'speechModel="nova-3-general" partialPrompts="true"'],
    ['no wish for them', FLUX],
  ])('are not reported with %s', async (_, attributes) => {
    const { prompts } = await converse(attributes, [{ say: 'At three.' }]);

    expect(prompts).toEqual(['At three. |']);
  });
});

describe('the end of a turn', () => {
  const script = [{ say: ['I come on', { pause_ms: 20, confidence: 0.7 }, 'Tuesday'] }];

  it.each([
    ['a model that is not sure', `${FLUX} eotThreshold="0.8"`, ['I come on Tuesday |']],
    ['a model that is sure enough', `${FLUX} eotThreshold="0.7"`, ['I come on |', 'Tuesday |']],
    ['a timer that is longer than the pause', 'speechTimeout="700"', ['I come on Tuesday |']],
  ])('is judged by %s', async (_, attributes, told) => {
    const { prompts, details } = await converse(attributes, script);

    expect(prompts).toEqual(told);
    const cuts = details.events.filter((event) => JSON.stringify(event).includes('ended in a pause'));
    expect(cuts).toHaveLength(told.length - 1);
  });
});

describe('a callee who says a backchannel', () => {
  const story = 'This is a long story, and it goes on for quite a while.';
  const tell = (frame: { type: string }, send: (frame: unknown) => void) =>
    frame.type === 'setup' && send({ type: 'text', token: story, last: true });
  const script = [{ interrupt: 'Uh-huh.', after_words: 2 }, { wait_ms: 20 }];

  it.each([
    ['ignores it', 'ignoreBackchannel="true"', false],
    ['is interrupted otherwise', 'ignoreBackchannel="false"', true],
  ])('is heard, and the agent %s', async (_, setting, interrupted) => {
    const { application, details } = await converse(
      `${setting} interruptible="any" reportInputDuringAgentSpeech="speech"`,
      script,
      { onFrame: tell, patience_ms: 300 },
    );

    expect(application.frames.some(({ type }) => type === 'interrupt')).toBe(interrupted);
    expect(application.frames.some(({ type }) => type === 'prompt')).toBe(interrupted);
    expect(details.transcript.some(({ text }) => text === story)).toBe(!interrupted);
  });
});

describe('a transcription that the vendor does not have', () => {
  it.each([
    ['a language that the model does not hear', `${FLUX} language="ko-KR"`],
    ['a language that the oldest model does not tell apart', `${NOVA_2} language="de-DE" ${DETECTS}`],
  ])('ends the session: %s', async (_, attributes) => {
    const { application } = await converse(attributes, [{ say: 'Hello' }]);

    expect(application.at('/action')[0]?.form).toMatchObject(REFUSED);
  });

  it('ends the session in its course if the application changes to a language that the model does not hear', async () => {
    const change: typeof echo = ({ type }, send) => {
      if (type === 'prompt') send({ type: 'language', transcriptionLanguage: 'ko-KR' });
    };
    const script = [{ say: 'Korean, please' }, { wait_ms: 5_000 }];

    const { application } = await converse(`${FLUX} ttsLanguage="ko-KR"`, script, { onFrame: change });

    expect(application.at('/action')[0]?.form).toMatchObject(REFUSED);
  });
});
