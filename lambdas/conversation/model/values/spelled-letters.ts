import type { Language } from '../../../vendors/model/languages.ts';
import { literally, meaningOf, phrasesOf, valuesFor } from './language-words.ts';

const WORD = /[\p{L}\p{M}]+|[0-9]+|[^\s]/gu;

/** Fewest words in a row that are names of letters. Fewer may be other words. */
const MIN_ROW = 3;

const letterAt = (index: string) => String.fromCharCode(97 + Number(index));

/** Which words stand for letters. Those of the alphabet are names of people, too. */
type Names = 'letters' | 'alphabet';

const cache = new Map<string, ReadonlyMap<string, string>>();

function namesIn(language: Language, kinds: readonly Names[]): ReadonlyMap<string, string> {
  const key = `${language} ${kinds.join()}`;
  const entries = (each: Language) => kinds.toReversed().flatMap((meaning) => valuesFor(each, meaning));
  const made =
    cache.get(key) ??
    new Map([...entries('en'), ...entries(language)].map(([name, index]) => [name, letterAt(index)]));
  cache.set(key, made);
  return made;
}

export interface Spelling {
  /** The words with each row of spelled letters as one word. */
  readonly words: readonly string[];
  /** The places of those rows among the words. */
  readonly rows: readonly number[];
}

/** Joins letters that are spelled: “B as in boy, O, B”, “Berta Otto Berta”, “be o be”, “double s”. */
export function spelledLetters(
  folded: string,
  language: Language,
  kinds: readonly Names[] = ['letters', 'alphabet'],
): Spelling {
  const letters = namesIn(language, kinds);
  const long = [...letters.keys()].filter((name) => name.includes(' '));
  const joined = explained(folded, language).replace(
    literally(language, long),
    (name) => letters.get(name.replaceAll('-', ' ')) ?? name,
  );
  const split = language === 'ja' ? joined.replace(phrasesOf('ja', 'letters'), ' $& ') : joined;
  const tokens = split.match(WORD) ?? [];
  const words: string[] = [];
  const rows: number[] = [];
  for (let at = 0; at < tokens.length; ) {
    const row = rowAt(tokens, at, letters, language);
    if (row.length > 0) rows.push(words.length);
    words.push(row.length > 0 ? row.text : (tokens[at] ?? ''));
    at += row.length || 1;
  }
  return { words, rows };
}

/** Letters with the word that explains them, as the letter alone: “B wie Berta”. */
function explained(text: string, language: Language): string {
  const as = phrasesOf(language, 'as').source;
  const letter = language === 'hi' ? '[\\p{L}\\p{M}]{1,8}' : '[a-z]';
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${letter})[, ]{1,2}${as} [\\p{L}\\p{M}]+`, 'gu');
  return text.replace(pattern, (all, name: string) =>
    name.length === 1 || namesIn(language, ['letters']).has(name) ? `${name},` : all,
  );
}

/** The letter with which words end: “with a B”, “B wie Berta”. */
export function letterIn(folded: string, language: Language): string | undefined {
  const last =
    explained(folded, language)
      .match(/[\p{L}\p{M}]+/gu)
      ?.at(-1) ?? '';
  return /^[a-z]$/.test(last) ? last : namesIn(language, ['letters']).get(last);
}

function rowAt(
  tokens: readonly string[],
  start: number,
  letters: ReadonlyMap<string, string>,
  language: Language,
) {
  let [text, length, count, names] = ['', 0, 0, 0];
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (token === ',' && count > 0) continue;
    const times = meaningOf(token, language, 'repeat') && tokens[at + 1] ? 2 : 1;
    const word = times === 2 ? (tokens[at + 1] ?? '') : token;
    const letter = /^[a-z]$/.test(word) ? word : letters.get(word);
    if (letter === undefined) break;
    if (word.length > 1) names += 1;
    text += letter.repeat(times);
    count += times;
    at += times - 1;
    length = at + 1 - start;
  }
  const isLatin = /^\p{Script=Latin}/u.test(tokens[start] ?? '');
  return count >= (isLatin ? (names > 0 ? MIN_ROW : 2) : 2) ? { text, length } : { text: '', length: 0 };
}
