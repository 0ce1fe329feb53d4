import { describe, expect, it } from 'vitest';
import { piecesOf, soundsOf } from '../src/parts/speech/voices.ts';

const voice = (voiceURI: string, lang: string, localService = true) => ({ voiceURI, lang, localService });

describe('the voices of a conversation', () => {
  it.each([
    ['two of its language', ['en-GB 1', 'de-DE 2', 'de_AT 3'], 'de', ['2', '3']],
    ['any two without one of its language', ['en-GB 1', 'fr-FR 2'], 'de', ['1', '2']],
    ['one of its language for both', ['en-GB 1', 'de-DE 2'], 'de', ['2', '2']],
  ])('are %s', (_, installed, language, expected) => {
    const voices = installed.map((one) => {
      const [lang = '', uri = ''] = one.split(' ');
      return voice(uri, lang);
    });
    const sounds = soundsOf(voices, language);

    expect([sounds?.agent.voice.voiceURI, sounds?.contact.voice.voiceURI]).toEqual(expected);
    expect(sounds?.agent.pitch === sounds?.contact.pitch).toBe(expected[0] !== expected[1]);
  });

  it('are of this device before those that send the words elsewhere, and none if there are none', () => {
    const sounds = soundsOf([voice('cloud', 'en-US', false), voice('own', 'en-US')], 'en');

    expect([sounds?.agent.voice.voiceURI, sounds?.contact.voice.voiceURI]).toEqual(['own', 'cloud']);
    expect(soundsOf([], 'en')).toBeUndefined();
  });
});

describe('what is spoken of a line', () => {
  it.each([
    ['Good morning. How are you?', ['Good morning.', 'How are you?']],
    ['It costs 3.50 €, no end', ['It costs 3.50 €, no end']],
    [' … ', ['…']],
    ['今日は。元気？', ['今日は。', '元気？']],
    ['', []],
  ])('is its sentences: %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it('is at most a minute or two of a line of a megabyte, in pieces that a browser speaks to their end', () => {
    const pieces = piecesOf(`${'word '.repeat(100)}. ${'x'.repeat(1_000_000)}`);

    expect(pieces.every(({ length }) => length > 0 && length <= 200)).toBe(true);
    expect(pieces.join(' ').length).toBeLessThan(2_100);
    expect(pieces[0]).toMatch(/^word( word)+$/);
  });
});
