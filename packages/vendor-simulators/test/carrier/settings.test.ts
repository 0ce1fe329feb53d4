import { describe, expect, it } from 'vitest';
import { converse } from './prepare.ts';

/** An agent that answers the setup with this frame, and says nothing. */
const sends =
  (...frames: object[]): Parameters<typeof converse>[2] =>
  ({ type }, send) => {
    if (type === 'setup') for (const frame of frames) send(frame);
  };
const after = { wait_ms: 50 };

describe('settings that the application changes', () => {
  it('are applied, recorded and reported', async () => {
    const config = { type: 'config', dtmfDetection: true, speechTimeout: 4000 };

    const { application, details } = await converse(
      'events="config-updated"',
      [after, { dtmf: '5' }, { say: ['One', { pause_ms: 900 }, 'Two'] }],
      sends(config),
    );

    const value = { dtmfDetection: true, speechTimeout: '4000' };
    expect(application.frames.slice(1)).toEqual([
      { type: 'info', name: 'configUpdated', value },
      { type: 'dtmf', digit: '5' },
      expect.objectContaining({ type: 'prompt', voicePrompt: 'One Two' }),
    ]);
    expect(details.events).toContainEqual(expect.objectContaining({ type: 'settings', settings: value }));
  });

  it('may be all that the page names', async () => {
    const config = {
      type: 'config',
      interruptible: 'none',
      preemptible: true,
      reportInputDuringAgentSpeech: 'any',
      partialPrompts: 'true',
      speechTimeout: 'auto',
      echoPromptFiltering: true,
      interruptSensitivity: 'low',
      ignoreBackchannel: true,
      profanityFilter: false,
      eotThreshold: 0.7,
    };

    const { heard } = await converse('', [after, { say: 'Hello' }], sends(config));

    expect(heard).toEqual(['setup', 'Hello']);
  });

  it.each([
    { type: 'config', speechTimeouts: 4000 },
    { type: 'config', speechTimeout: 100 },
    { type: 'config', interruptible: 'sometimes' },
    { type: 'config', dtmfDetection: [true] },
    { type: 'config', turnDetection: true },
    { type: 'config' },
    { type: 'hints', hints: ['Anna'] },
    { type: 'hints', words: 'Anna' },
    { type: 'language', ttsLanguage: 'de-DE', region: 'DE' },
    { type: 'language', ttsLanguage: 'de-DE', ttsProvider: 'Siri' },
  ])('are refused: %j', async (frame) => {
    const { heard, details } = await converse('', [after, { say: 'Hello' }], sends(frame));

    expect(heard).toEqual(['setup', 'error', 'Hello']);
    expect(details.events).toContainEqual(expect.objectContaining({ type: 'error', code: 64107 }));
  });
});

describe('hints and languages', () => {
  it('are of declared languages, or declare one', async () => {
    const { application, details } = await converse(
      '',
      [after, { say: 'Guten Tag', lang: 'de-DE' }],
      sends(
        { type: 'hints', hints: 'Anna,Berger' },
        { type: 'hints', hints: 'Anna', language: 'fr-FR' },
        { type: 'language', transcriptionLanguage: 'de-DE' },
        { type: 'language', transcriptionLanguage: 'de-DE', transcriptionProvider: 'Deepgram' },
      ),
    );

    expect(application.frames.map(({ type, description, lang }) => description ?? lang ?? type)).toEqual([
      'setup',
      'Invalid language: fr-FR',
      'Invalid language: de-DE',
      'de-DE',
    ]);
    expect(details.events.flatMap((event) => (event.type === 'settings' ? [event.settings] : []))).toEqual([
      { hints: 'Anna,Berger' },
      { transcriptionLanguage: 'de-DE', transcriptionProvider: 'Deepgram' },
    ]);
  });
});

describe("an echo of the agent's words", () => {
  it.each([
    ['true', ['setup']],
    ['false', ['setup', 'interrupt', 'One two three']],
  ])('with echoPromptFiltering="%s"', async (filters, expected) => {
    const { heard } = await converse(
      `welcomeGreeting="One two three four five six." reportInputDuringAgentSpeech="any" echoPromptFiltering="${filters}"`,
      [{ echo: true, after_words: 3 }],
      () => {},
    );

    expect(heard).toEqual(expected);
  });
});
