import { language } from '../../../vendors/model/languages.ts';
import { spokenWords } from './spoken-words.ts';

/** Signs that stand for others, which NFKC keeps apart: quotation marks, dashes and dots. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′ʼ´`＇]/g, "'"],
  [/[“”„‟″«»＂]/g, '"'],
  [/[—―]/g, ' - '],
  [/[\p{Pd}−]/gu, '-'],
  [/\p{Cf}/gu, ''],
];

/** A text as phrases are compared: without differences of case, width, similar signs, and what is invisible. */
export function normalizedPhrase(text: string): string {
  const alike = SIGNS.reduce((rest, [signs, sign]) => rest.replace(signs, sign), text);
  // In capitals, "ß" is "SS".
  return alike.normalize('NFKC').toUpperCase().toLowerCase().replace(/\s+/g, ' ').trim();
}

export const wordsIn = (text: string): readonly string[] =>
  normalizedPhrase(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Punctuation at the edges of a word. Within a word it may change the meaning: 1.5 is not 15. */
const MARK = '[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}"\'.,!?;:¿¡。、।॥-]';
const EDGES = new RegExp(`^${MARK}+|(?<!${MARK})${MARK}+$`, 'gu');

/** Punctuation and spaces in a script that sets no spaces between words. */
const BETWEEN_SIGNS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\s.,!?。、・]+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** The words without the differences that transcription still corrects: those of phrases, and punctuation. */
export function normalizedWords(text: string): string {
  return normalizedPhrase(text)
    .replace(BETWEEN_SIGNS, '')
    .split(' ')
    .map((word) => word.replace(EDGES, ''))
    .filter((word) => word !== '')
    .join(' ');
}

/** What may be an address in a phrase: the agent says it in words. */
const ADDRESS = /[^\s.@][@.][^\s.@]/;

/** Whether a text contains a phrase, as it is written or read. Punctuation counts only in one that has no words. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  contains(text, phrase) ||
  (ADDRESS.test(phrase) && language.options.some((code) => contains(text, spokenWords(phrase, code))));

function contains(text: string, phrase: string): boolean {
  const words = normalizedWords(phrase);
  if (words !== '') return normalizedWords(text).includes(words);
  const signs = normalizedPhrase(phrase);
  return signs !== '' && normalizedPhrase(text).includes(signs);
}
