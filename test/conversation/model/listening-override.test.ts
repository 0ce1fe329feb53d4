import { describe, expect, it } from 'vitest';
import {
  listen,
  listeningFrames,
  overrideAfter,
} from '../../../lambdas/conversation/model/listening-override.ts';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import { undeclaredSettings } from '../../../lambdas/conversation/model/spoken-language.ts';
import DICTATION_WORDS from '../../../lambdas/conversation/model/words/dictation-words.json' with {
  type: 'json',
};
import type { Language } from '../../../lambdas/vendors/model/languages.ts';
import { session } from '../../support/records.ts';
import { rowsOf } from '../../support/rows.ts';

function sessionIn(language: Language, changes: Partial<Session> = {}): Session {
  const begun = session();
  return { ...begun, settings: { ...begun.settings, language }, ...changes };
}

const dictatedAfter = (language: Language, words: string) => {
  const override = overrideAfter(sessionIn(language), words);
  if (!override) return 'nothing';
  return override.hints.join('|') === DICTATION_WORDS[language].digits ? 'number' : 'spelling';
};

describe('after the agent’s words, it listens patiently', () => {
  const ROWS = rowsOf<[Language, string, string]>(import.meta.url, 'corpus/dictation.jsonl');

  it.each(ROWS)('in %s after “%s”: %s', (language, words, expected) => {
    expect(dictatedAfter(language, words)).toBe(expected);
  });

  it('while keys are expected, and never in a menu', () => {
    const { settings } = session();
    const expected_keys = 4;

    expect(overrideAfter(sessionIn('en', { expected_keys }), 'All right.')).toMatchObject({ patient: true });
    const menu = sessionIn('en', {
      settings: { ...settings, ivr_navigation_mode: 'default' },
      expected_keys,
    });
    expect(overrideAfter(menu, 'What is your number?')).toBeUndefined();
  });

  it('in time that grows with the words only', () => {
    const begun = performance.now();
    overrideAfter(session(), `${'a. '.repeat(50_000)}${'?!'.repeat(50_000)}`);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('another way of listening', () => {
  const override = { patient: true, hints: ['one', 'two'] };

  it('is told to the relay only when it changes, and taken back once', () => {
    const other = listen(session(), override);
    const own = other && listen(other.session);

    expect(other?.effects).toEqual([{ kind: 'listen', override }]);
    expect(other && listen(other.session, { ...override })).toBeUndefined();
    expect(own?.effects).toEqual([{ kind: 'listen', override: undefined }]);
    expect(own?.session).not.toHaveProperty('listening_override');
    expect(own && listen(own.session)).toBeUndefined();
  });

  it('consists of frames that the relay takes', () => {
    const begun = session();
    const keen = { ...begun, settings: { ...begun.settings, speech_keywords: { implant: 2, tooth: -1 } } };

    expect(listeningFrames(keen, override)).toEqual([
      { type: 'config', speechTimeout: 5000, eotThreshold: 0.9 },
      { type: 'hints', hints: 'implant,one,two' },
    ]);
    expect(listeningFrames(keen, undefined)).toEqual([
      { type: 'config', speechTimeout: 2500, eotThreshold: 0.8 },
      { type: 'hints', hints: 'implant' },
    ]);
    expect(listeningFrames(sessionIn('ko'), undefined)).toMatchObject([
      { type: 'config', speechTimeout: 'auto' },
      { type: 'hints', hints: '' },
    ]);
    expect(listeningFrames(keen, override, { config: false, hints: true })).toHaveLength(1);
    expect(listeningFrames(keen, override, { config: false, hints: false })).toEqual([]);
  });
});

it('a language beyond those of the markup is declared when it is first spoken', () => {
  const further = (['es', 'de', 'fr', 'it', 'pt', 'nl'] as const).map((language) => ({
    language,
    ...(language === 'nl' && { voice_name: 'nl-NL-Wavenet-A' }),
  }));
  const begun = session();
  const polyglot = { ...begun, settings: { ...begun.settings, languages: further } };

  expect(undeclaredSettings(polyglot, 'it')).toEqual({});
  expect(undeclaredSettings(polyglot, 'nl')).toEqual({
    ttsProvider: 'Google',
    voice: 'nl-NL-Wavenet-A',
    transcriptionProvider: 'Deepgram',
    speechModel: 'flux',
  });
});
