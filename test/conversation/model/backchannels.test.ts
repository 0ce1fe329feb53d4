import { describe, expect, it } from 'vitest';
import { isBackchannel, mayBeAnswered } from '../../../lambdas/conversation/model/backchannels.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';

describe('isBackchannel', () => {
  it.each([
    'Uh-huh.',
    'mm-hm',
    'Yeah, yeah.',
    'Okay',
    'Hmm…',
    'right, sure',
    'Thank you.',
    'Okay, I see. Got it!',
    'Makes sense.',
    'That’s right',
    'Sounds good, thank you so much.',
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
    'No, thank you.',
    'Thank you, goodbye.',
    'I see a problem',
    'okayokay',
    'ja',
  ])('recognizes a turn in %j', (said) => {
    expect(isBackchannel(said, 'en')).toBe(false);
  });

  it.each<[Language, ...string[]]>([
    ['en', 'Thanks.', 'I see.', 'I got it.', 'That makes sense.'],
    ['es', 'Muchas gracias.', 'Ya veo.', 'Entendido.', 'Tiene sentido.'],
    ['de', 'Vielen Dank!', 'Ach so.', 'Ja, genau, verstehe.', 'Das macht Sinn.'],
    ['hi', 'धन्यवाद।', 'अच्छा, अच्छा।', 'समझ गया।', 'ठीक है।'],
    ['pt', 'Obrigada.', 'Tá bom.', 'Entendi.', 'Faz sentido.'],
    ['fr', 'Merci beaucoup !', 'Je vois.', 'J’ai compris.', 'Ça a du sens.'],
    ['nl', 'Dank u wel.', 'Ik snap het.', 'Begrepen.', 'Logisch.'],
    ['id', 'Terima kasih.', 'Oh begitu.', 'Saya mengerti.', 'Masuk akal.'],
    ['it', 'Grazie mille.', 'Va bene.', 'Ho capito.', 'D’accordo, ha senso.'],
    ['ja', 'ありがとうございます。', 'はい、はい。', 'わかりました', 'ああ、なるほど、そうですか。'],
    ['ko', '감사합니다.', '아, 그렇군요.', '알겠습니다!', '이해했어요.'],
  ])('knows thanks and what shows understanding in %s', (code, ...said) => {
    expect(['Mhm.', ...said].filter((words) => !isBackchannel(words, code))).toEqual([]);
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
