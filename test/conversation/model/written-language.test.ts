import { describe, expect, it } from 'vitest';
import { isOtherLanguage } from '../../../lambdas/conversation/model/spoken-language.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';
import { rowsOf } from '../../support/rows.ts';

const SUMMARIES = rowsOf<[Language, string]>(import.meta.url, 'corpus/summaries.jsonl');

describe('a text', () => {
  it.each(SUMMARIES)('in another language is detected where %s is expected', (language) => {
    const own = SUMMARIES.filter(([, text]) => !isOtherLanguage(text, language));

    expect(own).toEqual([[language, expect.any(String)]]);
  });

  it.each([
    'Anna Berger, 030 1234',
    'OK.',
    'ID 4711',
    '',
  ])('is not judged if it is too short: “%s”', (text) => {
    expect(isOtherLanguage(text, 'en')).toBe(false);
  });
});
