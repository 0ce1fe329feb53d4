import { expect, it } from 'vitest';
import {
  containsPhrase,
  normalizedWords,
} from '../../../../lambdas/conversation/model/words/normalized-phrase.ts';
import { rowsOf } from '../../../support/rows.ts';

const rows = (file: string) => rowsOf<[string, string, boolean]>(import.meta.url, `../corpus/${file}`);

it.each(rows('same-words.jsonl'))('%j and %j are the same words: %s', (one, other, isSame) => {
  expect(normalizedWords(one) === normalizedWords(other)).toBe(isSame);
});

it('punctuation alone is no words', () => {
  expect(normalizedWords(' … ?! ')).toBe('');
});

it.each(['.', '-', '。', ' '])('words are compared in linear time in 100 KB of %j', (sign) => {
  const start = performance.now();

  normalizedWords(`はa${sign.repeat(100_000)}aは`);

  expect(performance.now() - start).toBeLessThan(1_000);
});

it.each(rows('phrases.jsonl'))('%j contains the phrase %j: %s', (text, phrase, contains) => {
  expect(containsPhrase(text, phrase)).toBe(contains);
});
