import { describe, expect, it } from 'vitest';
import {
  containsPhrase,
  normalizedWords,
} from '../../../../lambdas/conversation/model/words/normalized-phrase.ts';

const isSame = (one: string, other: string) => normalizedWords(one) === normalizedWords(other);

describe('normalizedWords', () => {
  it.each([
    ['at three please', 'At three, please.'],
    ['so  am I', '“So am I!”'],
    ['¿puede ser', 'Puede ser?'],
    ['はい', 'はい。'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['yes - no', 'Yes – no'],
    ['one moment please', 'One moment—please'],
    ["I'm «here»", 'I’m\u00a0"here"'],
    ['Straße', 'STRASSE'],
    ['Cafe\u0301', 'Café'],
    ['con\u00adnecting\u200b', 'connecting'],
    ['नमस्ते।', 'नमस्\u200dते'],
    ['はい、そうです。', 'はいそうです'],
  ])('treats %j and %j as the same words', (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  it.each([
    ['at three', 'at four'],
    ['at three', 'at three please'],
    ['1.5 litres', '15 litres'],
    ['3-4 people', '34 people'],
    ['I can', "I can't"],
    ['5 $', '5 €'],
    ['no where', 'nowhere'],
    ['tres', 'trés'],
  ])('distinguishes %j from %j', (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  it('returns nothing for punctuation alone', () => {
    expect(normalizedWords(' … ?! ')).toBe('');
  });
});

it.each(['.', '-', '。', ' '])('words are compared in linear time in 100 KB of %j', (sign) => {
  const start = performance.now();

  normalizedWords(`はa${sign.repeat(100_000)}aは`);

  expect(performance.now() - start).toBeLessThan(1_000);
});

describe('containsPhrase', () => {
  it.each([
    ['One moment. I’m connecting… you', "I'm connecting"],
    ["I'm connecting you", 'I’m connecting…'],
    ['I am\nconnecting \u00a0you', 'am connecting you'],
    ['One moment please', 'ONE moment, please!'],
    ['少々、お待ちください。', '少々お待ちください'],
    ['J’ai terminé : au revoir', "j'ai termine\u0301: au revoir."],
    ['Is that all?', '?'],
    ['Write to info at shop dot com, please.', 'to info@shop.com'],
    ['Scrivete a info chiocciola shop punto com.', 'info@shop.com'],
  ])('finds in %j the phrase %j', (text, phrase) => {
    expect(containsPhrase(text, phrase)).toBe(true);
  });

  it.each([
    ['I can connect you', 'I can’t connect'],
    ['It costs 15', '1.5'],
    ['No question.', '?'],
    ['Anything', '\u200b'],
    ['Write to info at shop dot com.', 'info@shop.de'],
  ])('does not find in %j the phrase %j', (text, phrase) => {
    expect(containsPhrase(text, phrase)).toBe(false);
  });
});
