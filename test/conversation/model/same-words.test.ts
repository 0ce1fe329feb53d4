import { describe, expect, it } from 'vitest';
import { normalizedWords } from '../../../lambdas/conversation/model/backchannels.ts';

const isSame = (one: string, other: string) => normalizedWords(one) === normalizedWords(other);

describe('normalizedWords', () => {
  it.each([
    ['at three please', 'At three, please.'],
    ['so  am I', '“So am I!”'],
    ['¿puede ser', 'Puede ser?'],
    ['はい', 'はい。'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['yes - no', 'Yes – no'],
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
