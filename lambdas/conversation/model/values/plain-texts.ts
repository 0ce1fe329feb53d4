import { nearestWord } from '../../../platform/nearest-word.ts';
import type { Language } from '../../../vendors/model/languages.ts';
import { foldedWords, literally, type Meaning, phrasesOf, valuesFor, wordsFor } from './language-words.ts';
import { itemsOf } from './number-words.ts';
import { spelledLetters } from './spelled-letters.ts';
import { type Normalized, oneOf, type ValueContext } from './value.ts';

/** Most words of a phrase that precedes or follows a value. */
const MAX_PHRASE = 5;

/** The words between what introduces and follows a value: without “my name is” and “please”. */
export function withoutPhrases(text: string, language: Language): string {
  if (language === 'ja' || language === 'ko') {
    const lead = new RegExp(`^(?:(?:${phrasesOf(language, 'lead').source})[、, ]*)+`, 'u');
    const trail = literally('ja', wordsFor(language, 'trail').flat()).source;
    return text
      .replace(lead, '')
      .replace(new RegExp(`(?:${trail})[。.! ]*$`, 'u'), '')
      .trim();
  }
  const phrases = (meaning: Meaning) => new Set(wordsFor(language, meaning).flat());
  const [leads, trails] = [phrases('lead'), phrases('trail')];
  const plain = (words: readonly string[]) =>
    foldedWords(words.join(' ')).replaceAll(/^\p{P}+|\p{P}+$/gu, '');
  let words = text.split(' ');
  const lengths = Array.from({ length: MAX_PHRASE }, (_, index) => MAX_PHRASE - index);
  for (let more = true; more; ) {
    const lead = lengths.find((length) => words.length >= length && leads.has(plain(words.slice(0, length))));
    const trail = lengths.find((length) => words.length > length && trails.has(plain(words.slice(-length))));
    more = lead !== undefined || trail !== undefined;
    words = words.slice(lead ?? 0, words.length - (trail ?? 0));
  }
  return words.join(' ').replaceAll(/^[\s,:;-]+|[\s,:;.!?।-]+$/g, '');
}

/** Parts of names that have a small letter. */
const PARTICLES = /^(?:de|da|do|dos|das|del|della|di|van|von|der|den|ter|ten|zu|e|y|la|le|du|bin|al)$/;

function titled(name: string): string {
  if (/\p{Lu}/u.test(name)) return name;
  const capital = (part: string) => part.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return name
    .split(' ')
    .map((word, at) =>
      at > 0 && PARTICLES.test(word)
        ? word
        : word
            .split(/(?<=[-'’]|^mc)/u)
            .map(capital)
            .join(''),
    )
    .join(' ');
}

/** The longest row of three spelled letters or more. */
function longestRow(words: string, language: Language, kind: 'letters' | 'alphabet'): string | undefined {
  const { words: parts, rows } = spelledLetters(foldedWords(words), language, [kind]);
  const found = rows
    .map((row) => parts[row] ?? '')
    .filter(({ length }) => length > (kind === 'letters' ? 2 : 3));
  return found.sort((one, other) => other.length - one.length)[0];
}

/** The part of a sentence that is a name by its capitals: “on behalf of John Smith, as I said”. */
function capitalized(text: string, language: Language): string {
  const start = text.search(/(?<!\S)\p{Lu}/u);
  const [first = ''] = text.split(' ');
  // In German, every noun has a capital.
  if (language === 'de' || start < 0) return text;
  const name = PARTICLES.test(first) ? text : text.slice(start);
  return name.split(/, (?=\p{Ll})/u)[0] ?? name;
}

/** What says how one letter of a name is written: “with a K”. */
const WITH_LETTER = /,? (?:with|mit|con|avec|com|met|dengan) (?:an? |un |une |um |een |einem )?\p{L}$/iu;

/** A person's name. Spelled letters replace the word that is most like them. */
export function normalizeName(words: string, { language }: ValueContext): Normalized<string> {
  const row = longestRow(words, language, 'letters') ?? longestRow(words, language, 'alphabet');
  const text = capitalized(withoutPhrases(words, language), language).replace(WITH_LETTER, '');
  if (!row) return /\p{L}/u.test(text) ? { value: titled(text) } : { issue: 'missing' };
  const before = text.split(/[,.:;]/)[0]?.split(' ') ?? [];
  const at = before.findIndex((word) => nearestWord(foldedWords(word), [row]));
  const alike = before[at] ?? '';
  const name = foldedWords(alike) === row ? alike : row;
  return { value: titled([...before.slice(0, Math.max(at, 0)), name].join(' ').toLowerCase()) };
}

/** Languages whose addresses begin with the number of the house. */
const NUMBER_FIRST: readonly Language[] = ['en', 'fr', 'hi'];

/** A postal address with the number of the house in digits. */
export function normalizeAddress(words: string, { language }: ValueContext): Normalized<string> {
  const text = withoutPhrases(words, language);
  const parts = text.split(/, */).map((part) => numbered(part.split(' '), language));
  return /\p{L}/u.test(text) ? { value: parts.join(', ') } : { issue: 'missing' };
}

function numbered(words: readonly string[], language: Language): string {
  const digits = (some: readonly string[]) => {
    const items = itemsOf(some.join(' '), language, 'digits');
    const isNumber = items.length > 0 && items.every((item) => item.digits !== undefined);
    return isNumber && some.every((word) => /^\p{L}+$/u.test(word))
      ? items.map((item) => item.digits).join('')
      : undefined;
  };
  const lengths = [6, 5, 4, 3, 2, 1].filter((length) => length < words.length);
  for (const length of lengths) {
    const first = NUMBER_FIRST.includes(language) ? digits(words.slice(0, length)) : undefined;
    if (first) return [first, ...words.slice(length)].join(' ');
    const rest = words.slice(-length);
    // Words of names have capitals: “via dei Mille”.
    const last = rest.some((word) => /^\p{Lu}/u.test(word)) ? undefined : digits(rest);
    if (last) return [...words.slice(0, -length), last].join(' ');
  }
  return words.join(' ');
}

/** The choice that the words name, in its own spelling; by its place only if they name none. */
export function normalizeChoice(words: string, { language, choices = [] }: ValueContext): Normalized<string> {
  const text = foldedWords(words);
  const named = choices.filter((choice) => literally(language, [foldedWords(choice)]).test(text));
  const longest = named.filter(
    (choice) => !named.some((other) => other !== choice && foldedWords(other).includes(foldedWords(choice))),
  );
  if (longest.length > 0) return oneOf(longest);
  const partly = choices.filter((choice) => isNamedInPart(text, choice, choices));
  if (partly.length > 0) return oneOf(partly);
  const place = text
    .replaceAll(/(?<=te)[nmrs](?!\p{L})/gu, '')
    .match(phrasesOf(language, 'ordinals', 'last'))?.[0];
  if (place === undefined) return { issue: 'missing' };
  const index = new Map(valuesFor(language, 'ordinals')).get(place) ?? choices.length - 1;
  return oneOf(choices.slice(Number(index), Number(index) + 1), 'invalid');
}

/** Whether a word is like one of this choice alone, in another form or with an error of transcription. */
function isNamedInPart(text: string, choice: string, choices: readonly string[]): boolean {
  const wordsIn = (each: string) => foldedWords(each).split(/[^\p{L}\p{M}\p{N}]+/u);
  const others = choices.filter((other) => other !== choice).flatMap(wordsIn);
  const own = wordsIn(choice).filter((word) => word.length > 2 && !others.includes(word));
  return wordsIn(text).some(
    (word) =>
      word.length > 3 &&
      !others.includes(word) &&
      own.some((each) => word.startsWith(each) || nearestWord(word, [each, ...others]) === each),
  );
}
