import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';
import { foldedWords, phrasesOf, valuesFor, wordsFor } from './language-words.ts';
import { type Atom, type Item, NumberInWords } from './number-in-words.ts';

/** How numbers are read: as rows of digits, as numbers, or with the words of an order (“third”), too. */
export type NumberMode = 'digits' | 'numbers' | 'ordinals';

const TOKEN = /[0-9]+(?:[.,'][0-9]+)*|[\p{L}\p{M}]+|[^\s]/gu;

/** Longest word that may be composed of number words, and longest number word. */
const MAX_COMPOUND = 80;
const MAX_WORD = 20;

const dictionaries = new Map<string, ReadonlyMap<string, Atom>>();

function dictionaryOf(language: Language, mode: NumberMode): ReadonlyMap<string, Atom> {
  const key = `${language} ${mode}`;
  const dictionary =
    dictionaries.get(key) ??
    new Map([...entriesOf(language, mode)].map(([word, atom]) => [inHiragana(word), atom]));
  dictionaries.set(key, dictionary);
  return dictionary;
}

function* entriesOf(language: Language, mode: NumberMode): Generator<readonly [string, Atom]> {
  // People in India often say digits in English.
  if (language === 'hi') yield* entriesOf('en', mode);
  for (const [word, value] of valuesFor(language, 'units')) yield [word, Number(value)];
  for (const [word, value] of valuesFor(language, 'tens')) yield [word, 20 + 10 * Number(value)];
  for (const [word, value] of valuesFor(language, 'others')) yield [word, Number(value)];
  for (const word of wordsFor(language, 'and').flat()) yield [word, 'and'];
  if (mode === 'digits')
    for (const [word, value] of valuesFor(language, 'digit')) yield [word, Number(value)];
  if (mode === 'ordinals')
    for (const [word, value] of valuesFor(language, 'ordinals'))
      yield [word, { order: Number(value) + (Number(value) < 20 ? 1 : 0) }];
}

/** The numbers that a word is composed of, as in “vierunddreißig”. */
function atomsOf(word: string, dictionary: ReadonlyMap<string, Atom>): readonly Atom[] | undefined {
  const whole = dictionary.get(word) ?? dictionary.get(word.replace(/(?<=te)[nmrs]$/, ''));
  if (whole !== undefined) return [whole];
  if (word.length > MAX_COMPOUND) return undefined;
  const text = word.replace(/(?<=te)[nmrs]$/, '');
  const endings: (readonly Atom[] | undefined)[] = Array(text.length).fill(undefined);
  endings.push([]);
  for (let start = text.length - 1; start >= 0; start--)
    for (let end = Math.min(text.length, start + MAX_WORD); end > start && !endings[start]; end--) {
      const atom = dictionary.get(text.slice(start, end));
      const ending = endings[end];
      if (atom !== undefined && ending) endings[start] = [atom, ...ending];
    }
  const atoms = endings[0];
  return atoms?.at(0) === 'and' || atoms?.at(-1) === 'and' ? undefined : atoms;
}

/** Numerals and units that Japanese and Korean write without spaces. */
const SPLITS: Readonly<Partial<Record<Language, readonly (readonly [RegExp, NumberMode | 'all'])[]>>> = {
  ja: [
    [/[〇零一二三四五六七八九十百千万億]+|の/gu, 'all'],
    [/午前|午後|[年月日時分半円点前後]/gu, 'numbers'],
  ],
  ko: [
    [/(?:입니다|이에요|예요|이요|요|에)(?=[\s.,!?]|$)/gu, 'all'],
    [
      /(?<=[0-9공영일이삼사오육칠팔구십백천만억한두세네섯곱덟홉열둘셋넷유시물무] ?)(?:[년월시분원명점반]|개월|번째|일(?![년월시분원이삼사오육칠팔구십]))/gu,
      'numbers',
    ],
  ],
};

/** Katakana as hiragana: callers’ digits are written in either. */
const inHiragana = (word: string) =>
  word.replaceAll(/[\u30A1-\u30F6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

function splitUnits(text: string, language: Language, mode: NumberMode): string {
  const joined = text.replaceAll(/ (?=belas(?!\p{L}))|(?<=[\p{Script=Hiragana}\p{Script=Katakana}])ー/gu, '');
  const separated = (SPLITS[language] ?? [])
    .filter(([, only]) => only === 'all' || mode !== 'digits')
    // The word for a day of the month is also a one.
    .reduce(
      (words, [pattern]) => words.replace(pattern, (unit) => ` ${unit === '일' ? '日' : unit} `),
      joined,
    );
  return language === 'ja' ? separated.replace(phrasesOf(language, 'trail'), ' ') : separated;
}

/** The words and numbers of a text. In a row of digits, “twenty five five” is 255 and an article is no number. */
export function itemsOf(words: string, language: Language, mode: NumberMode): readonly Item[] {
  const dictionary = dictionaryOf(language, mode);
  const tokens = splitUnits(foldedWords(words), language, mode).match(TOKEN) ?? [];
  const atoms = tokens.map((word) =>
    /^[0-9]/.test(word) ? undefined : atomsOf(inHiragana(word), dictionary),
  );
  const isNumber = (at: number) => /^[0-9]/.test(tokens[at] ?? '') || atoms[at]?.[0] !== undefined;
  const articles = mode === 'digits' ? wordsFor(language, 'article').flat() : [];
  const number = new NumberInWords({ language, isRow: mode === 'digits' });
  for (const [at, word] of tokens.entries()) {
    const isAlone = !isNumber(at - 1) && !isNumber(at + 1) && tokens.length > 1;
    if (/^[0-9]/.test(word)) number.addNumeral(word, mode === 'digits' ? word : decimalOf(word, language));
    else if (atoms[at] && !(isAlone && articles.includes(word)))
      for (const [index, atom] of atoms[at].entries())
        number.add(
          word,
          added(atom, FRACTIONS[tokens[at - 1] ?? '']),
          atoms[at][index + 1] ?? atoms[at + 1]?.[0],
        );
    else if (!(word === '-' && atoms[at - 1] && atoms[at + 1])) number.addWord(word);
  }
  return repeated(number.end(), language);
}

/** Hindi says “half more three hundred” for 350. */
const FRACTIONS: Readonly<Record<string, number>> = { साढे: 0.5, सवा: 0.25, पौने: -0.25 };

const added = (atom: Atom, fraction = 0): Atom => (typeof atom === 'number' ? atom + fraction : atom);

/** “double three” as 33. */
function repeated(items: readonly Item[], language: Language): readonly Item[] {
  const times = new Map([...valuesFor('en', 'repeat'), ...valuesFor(language, 'repeat')]);
  return items.map((item, at) => {
    const [two, one] = [items[at - 2], items[at - 1]];
    const before =
      two && one?.digits === undefined && item.digits?.length === 1 ? times.get(two.word) : undefined;
    const count = Number((one && times.get(one.word)) ?? before ?? 1);
    const digit = item.digits?.[0] ?? '';
    return item.digits === undefined || count === 1
      ? item
      : { ...item, digits: digit.repeat(count - 1) + item.digits };
  });
}

/** A numeral without its thousands separators, and with a point before its decimals. */
export function decimalOf(numeral: string, language: Language): string {
  const signs = numeral.match(/[.,']/g) ?? [];
  const last = signs.at(-1);
  if (!last) return numeral;
  const decimals = numeral.slice(numeral.lastIndexOf(last) + 1);
  const isGroup =
    signs.length > 1
      ? signs.every((sign) => sign === last)
      : decimals.length === 3 && last === groupSign(language);
  const whole = isGroup ? numeral : numeral.slice(0, numeral.lastIndexOf(last));
  return whole.replaceAll(/[^0-9]/g, '') + (isGroup ? '' : `.${decimals}`);
}

const groupSign = (language: Language) =>
  new Intl.NumberFormat(LANGUAGE_TAGS[language]).formatToParts(1e6).find(({ type }) => type === 'group')
    ?.value;
