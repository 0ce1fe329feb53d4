import { describe, expect, it } from 'vitest';
import { language } from '../../../lambdas/agents/model/languages.ts';
import { isBackchannel, mayBeAnswered } from '../../../lambdas/conversation/model/backchannels.ts';

describe('isBackchannel', () => {
  it.each([
    'Uh-huh.',
    'mm-hm',
    'Yeah, yeah.',
    'Okay',
    'Hmm…',
    'right, sure',
  ])('recognizes a backchannel in %j', (said) => {
    expect(isBackchannel(said, 'en')).toBe(true);
  });

  it.each([
    'Stop.',
    'No.',
    'Okay, stop.',
    'yeah yeah yeah yeah',
    'What?',
    '4',
    '',
    'wait',
    'ja',
  ])('recognizes a turn in %j', (said) => {
    expect(isBackchannel(said, 'en')).toBe(false);
  });

  it.each(language.options)('knows backchannels in %s', (code) => {
    expect(isBackchannel('Mhm.', code)).toBe(true);
  });

  it('uses the language of the agent', () => {
    expect(isBackchannel('Ja, genau.', 'de')).toBe(true);
    expect(isBackchannel('なるほど。', 'ja')).toBe(true);
  });
});

describe('words of the agent', () => {
  const said = (text: string, left: number, complete = true) => ({
    answer: { text, complete, timestamp: '2026-05-04T12:00:00.000Z' },
    played_characters: text.length - left,
  });

  it.each([
    ['a question whose last word is not reported yet', said('Are you the owner of the account?', 8)],
    ['a question of which most was played', said('Are you the owner of the account?', 16)],
    ['a question in Japanese', said('ご本人様でいらっしゃいますか？', 7)],
    ['a quoted question', said('Did she say “are you the owner?” ', 15)],
    ['a statement whose last word is not reported yet', said('I will connect you now to sales.', 6)],
  ])('may be answered: %s', (_, session) => {
    expect(mayBeAnswered(session)).toBe(true);
  });

  it.each([
    ['a question of which less than half was played', said('Are you the owner of the account?', 20)],
    ['a statement of which some words are left', said('I will connect you now to sales.', 12)],
    ['a question that goes on', said('Are you the owner? I ask because', 14)],
    ['words that are still being sent', said('Are you the owner?', 0, false)],
  ])('are only listened to: %s', (_, session) => {
    expect(mayBeAnswered(session)).toBe(false);
  });
});
