import { type Language, language as languageSchema } from '../../vendors/model/languages.ts';
import { wordsIn } from './words/normalized-phrase.ts';
import words from './words/words.json' with { type: 'json' };

const SCRIPTS: Readonly<Partial<Record<Language, RegExp>>> = {
  hi: /\p{Script=Devanagari}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
};

/** Words that are frequent in one language with Latin letters and rare in most of the others. */
const FREQUENT: Readonly<Partial<Record<Language, readonly string[]>>> = words.frequent_words;

/** Frequent words of another language that a text must have, and their ratio to those of its own. */
const MIN_WORDS = 3;
const TIMES = 2;

/** Whether a text is certainly not in this language. Returns false for a text that is too short to tell. */
export function isOtherLanguage(text: string, language: Language): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = SCRIPTS[language];
  if (own) return letters > 0 && (text.match(own)?.length ?? 0) * TIMES < letters;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * TIMES < letters) return true;
  const others = languageSchema.options.filter((other) => other !== language);
  const most = Math.max(...others.map((other) => countFrequent(text, other)));
  return most >= MIN_WORDS && most > TIMES * countFrequent(text, language);
}

/** How many of the words are frequent in this language and rare in most of the others. */
export function countFrequent(text: string, language: Language): number {
  return wordsIn(text).filter((word) => FREQUENT[language]?.includes(word)).length;
}
