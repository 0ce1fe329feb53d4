import type { Language } from '../../../vendors/model/languages.ts';
import { normalizedPhrase } from '../words/normalized-phrase.ts';
import tables from './language-words.json' with { type: 'json' };

/**
 * What words mean. `units`: numbers from 0 to 19 (in Hindi to 99), `tens` from 20, `others` as value=word. `and` joins
 * tens and units, `article` is also a one, `digit` is one only in a row of them, `as` joins a letter and its word.
 */
export type Meaning = { [Of in Language]: keyof (typeof tables)[Of] }[Language];

/** Words of each language, most without accents (ß as ss), as `word|synonym,next word`. */
const TABLES: Readonly<Record<Language, Readonly<Partial<Record<Meaning, string>>>>> = tables;
const MEANINGS = [...new Set(Object.values(tables).flatMap((table) => Object.keys(table)))];

/** Words as the tables have them: in lower case, without accents, Devanagari digits as 0 to 9. */
export const foldedWords = (text: string): string =>
  normalizedPhrase(text)
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F\u093C]/g, '')
    .replaceAll('\u0901', '\u0902')
    .normalize('NFC');

type Words = readonly (readonly string[])[];

const split = (words: string): Words => words.split(',').map((word) => word.split('|'));

const read = new Map<string, Words>();

/** The words of a meaning, each with its synonyms. */
export function wordsFor(language: Language, meaning: Meaning): Words {
  const words = TABLES[language][meaning] ?? '';
  const known = read.get(words) ?? (words ? split(foldedWords(words)) : []);
  read.set(words, known);
  return known;
}

/** The spelling alphabet as it is spoken, from A to Z. */
export const alphabetOf = (language: Language): readonly string[] =>
  split(TABLES[language].alphabet ?? '').map(([word = '']) => word);

/** Each word of a meaning with its value: what precedes `=`, or its place in the list. */
export const valuesFor = (language: Language, meaning: Meaning): readonly (readonly [string, string])[] =>
  wordsFor(language, meaning).flatMap((synonyms, index) => {
    const [first = '', value = String(index)] = (synonyms[0] ?? '').split('=').reverse();
    return [first, ...synonyms.slice(1)].map((word) => [word, value] as const);
  });

interface Phrases {
  readonly pattern: RegExp;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

const phrases = new Map<string, Phrases>();

function phrasesFor(language: Language, meanings: readonly Meaning[]): Phrases {
  const key = `${language} ${meanings.join()}`;
  const known = phrases.get(key);
  if (known) return known;
  const listed = meanings.flatMap((meaning) =>
    valuesFor(language, meaning).map(([phrase]) => [phrase, meaning] as const),
  );
  const pattern = literally(
    language,
    listed.map(([phrase]) => phrase),
  );
  // The first meaning of a phrase counts.
  const made = { pattern, meanings: new Map(listed.reverse()) };
  phrases.set(key, made);
  return made;
}

/** Matches each whole phrase of these meanings, longest first. */
export const phrasesOf = (language: Language, ...meanings: readonly Meaning[]): RegExp =>
  phrasesFor(language, meanings).pattern;

/** Characters for private use stand for meanings. */
const FIRST_MARK = 0xe000;
const markOf = (meaning: Meaning) => String.fromCharCode(FIRST_MARK + MEANINGS.indexOf(meaning));

/** Folded words with a mark for each phrase of these meanings. */
export function marked(text: string, language: Language, ...meanings: readonly Meaning[]): string {
  const { pattern, meanings: meaningOf } = phrasesFor(language, meanings);
  return text.replace(pattern, (phrase) => {
    const meaning = meaningOf.get(phrase) ?? meaningOf.get(phrase.replaceAll('-', ' '));
    return meaning ? ` ${markOf(meaning)} ` : phrase;
  });
}

/** What a mark stands for, or a word that is written together with others. */
export const meaningOf = (word: string, language: Language, ...meanings: readonly Meaning[]) =>
  meanings.find(
    (meaning) => word === markOf(meaning) || valuesFor(language, meaning).some(([name]) => name === word),
  );

/** Matches these phrases as whole words; in Japanese anywhere, in Korean with a particle after them. */
export function literally(language: Language, words: readonly string[]): RegExp {
  const alternatives = [...words]
    .sort((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[ -]'));
  const before = language === 'ja' ? '' : '(?<![\\p{L}\\p{M}\\p{N}])';
  const after = language === 'ja' || language === 'ko' ? '' : '(?![\\p{L}\\p{M}\\p{N}])';
  return new RegExp(`${before}(?:${alternatives.join('|') || '(?!)'})${after}`, 'gu');
}
