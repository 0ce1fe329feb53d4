import { dialedNumber, digitGroups } from '../../../platform/phone-number.ts';
import type { Language } from '../../../vendors/model/languages.ts';
import { correctDate } from './dates.ts';
import { foldedWords, phrasesOf, wordsFor } from './language-words.ts';
import { digitsIn, normalize } from './normalize.ts';
import { itemsOf } from './number-words.ts';
import { withoutPhrases } from './plain-texts.ts';
import { letterIn } from './spelled-letters.ts';
import {
  type Amount,
  MAX_WORDS,
  type Normalized,
  oneOf,
  plainWords,
  regionOf,
  type Value,
  type ValueContext,
  type ValueType,
} from './value.ts';

export interface Correction {
  readonly type: ValueType;
  readonly value: Value;
  readonly words: string;
}

/** What the words replace, if they say it, and what is right. */
interface Replacement {
  readonly wrong?: string | undefined;
  readonly right: string;
}

const NO = /^(?:no|nope|nein|n[aã]o|non|nee|tidak|bukan|नहीं|いえ|いいえ|아니요|아뇨|아니) ?[,.!、]+ */iu;

/** Words between what is wrong and what is right, beside a comma. */
const BUT = /[,;、]| (?:but|rather|sondern|sino|mais|ma|bensi|maar|melainkan|mas|sim|बल्कि) /u;

/** Languages that say “not” after what is wrong. */
const NOT_AFTER: readonly Language[] = ['hi', 'ja', 'ko'];

/** The value after a correction of all or a part of it: “57 at the end”, “not five, nine”, “with a B, not a P”. */
export function correct({ type, value, words }: Correction, context: ValueContext): Normalized {
  if (words.length > MAX_WORDS) return { issue: 'invalid' };
  const said = foldedWords(plainWords(words)).replace(NO, '');
  const replacement = replacementIn(said, context.language);
  if (typeof value === 'object') return correctAmount(value, replacement, context);
  if (type === 'phone_number' || type === 'digits' || type === 'card')
    return correctDigits({ type, value, words: said }, replacement, context);
  if (type === 'email' || type === 'name' || type === 'address' || type === 'text')
    return correctText({ type, value, words: plainWords(words).replace(NO, '') }, replacement, context);
  if (type === 'date') return correctDate(value, replacement.right, context);
  const whole = normalize(type, replacement.right, context);
  if (type !== 'time' || !('issue' in whole)) return whole;
  // Of the morning or the afternoon, as before.
  const sameHalf = whole.candidates?.filter((time) => String(time) < '12:00' === value < '12:00');
  return sameHalf?.length === 1 ? oneOf(sameHalf) : whole;
}

function replacementIn(said: string, language: Language): Replacement {
  const instead = said.split(phrasesOf(language, 'instead'));
  if (instead.length === 2) return { right: instead[0] ?? '', wrong: instead[1] };
  const [before = '', after] = said.split(phrasesOf(language, 'not'));
  if (after === undefined) return { right: said };
  if (NOT_AFTER.includes(language)) return { wrong: before, right: after };
  if (withoutPhrases(before, language) !== '') return { right: before, wrong: after };
  const [wrong = '', ...rest] = after.split(BUT);
  if (rest.length > 0) return { wrong, right: rest.join(' ') };
  const words = after.trim().split(' ');
  const half = Math.ceil(words.length / 2);
  return { wrong: words.slice(0, half).join(' '), right: words.slice(half).join(' ') };
}

/** Each way to put one text in the place of another. */
const replacedIn = (text: string, wrong: string, right: string): readonly string[] =>
  wrong === ''
    ? []
    : Array.from(text, (_, at) => at)
        .filter((at) => foldedWords(text.slice(at, at + wrong.length)) === wrong)
        .map((at) => text.slice(0, at) + inCaseOf(text.charAt(at), right) + text.slice(at + wrong.length));

const inCaseOf = (old: string, text: string) =>
  /\p{Lu}/u.test(old) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

function correctDigits(
  { type, value, words }: Correction & { readonly value: string },
  { wrong, right }: Replacement,
  context: ValueContext,
): Normalized {
  const isPhone = type === 'phone_number';
  const old = isPhone ? digitGroups(value, regionOf(context)).join('') : value;
  const read = (digits: string): Normalized => {
    if (!isPhone) return normalize(type, digits, context);
    const number = dialedNumber(digits, regionOf(context));
    return typeof number === 'string' ? { issue: number } : number;
  };
  const digits = digitsIn(words, context);
  if (digits === '') return { issue: 'missing' };
  if (words.search(phrasesOf(context.language, 'end')) >= 0 && digits.length < old.length)
    return read(old.slice(0, -digits.length) + digits);
  if (words.search(phrasesOf(context.language, 'start')) >= 0) return read(digits + old.slice(digits.length));
  if (wrong !== undefined)
    return onlyOne(replacedIn(old, digitsIn(wrong, context), digitsIn(right, context)), read);
  const whole = normalize(type, right, context);
  if (isPhone ? 'value' in whole : digits.length >= old.length) return whole;
  // The part of which all digits but one are as they were.
  const places = Array.from(old, (_, at) => at).filter((at) => differingDigits(old.slice(at), digits) === 1);
  return onlyOne(
    places.map((at) => old.slice(0, at) + digits + old.slice(at + digits.length)),
    read,
  );
}

const differingDigits = (old: string, digits: string): number =>
  old.length < digits.length ? digits.length : [...digits].filter((digit, at) => digit !== old[at]).length;

/** The value of the only text; if there are several, each that is a value is a candidate. */
function onlyOne(texts: readonly string[], read: (text: string) => Normalized): Normalized {
  const values = texts.map(read);
  const [first] = values;
  if (first && values.length === 1) return first;
  const candidates = values.flatMap((value) => ('value' in value ? [value.value] : []));
  return { issue: 'ambiguous', ...(candidates.length > 0 && { candidates }) };
}

function correctText(
  { type, value, words }: Correction & { readonly value: string },
  { wrong, right }: Replacement,
  context: ValueContext,
): Normalized {
  const { language } = context;
  const found = (text: string): Normalized => ({ value: text });
  const letter = letterIn(right, language);
  const wrongLetter = wrong === undefined ? undefined : letterIn(wrong, language);
  if (letter && wrongLetter) return onlyOne(replacedIn(value, wrongLetter, letter), found);
  if (wrong !== undefined) {
    const [before, after] = [wrong, right].map((part) => withoutPhrases(asSaid(part, words), language));
    return onlyOne(replacedIn(value, foldedWords(before ?? ''), after ?? ''), found);
  }
  const isDouble = itemsOf(words, language, 'numbers').some(
    ({ value: count, word }) => count === 2 || phraseIn(word, language),
  );
  // Only a letter that is single so far: “with two t”.
  if (letter && isDouble)
    return onlyOne(
      replacedIn(value, letter, letter.repeat(2)).filter(
        (text) => !foldedWords(text).includes(letter.repeat(3)),
      ),
      found,
    );
  return normalize(type, words, context);
}

/** Words with the capitals and accents that they had. */
function asSaid(folded: string, words: string): string {
  const said = new Map(words.split(/[\s,;.]+/).map((word) => [foldedWords(word), word]));
  return (folded.match(/[^\s,;]+/g) ?? []).map((word) => said.get(word) ?? word).join(' ');
}

const phraseIn = (word: string, language: Language) =>
  wordsFor(language, 'repeat')[0]?.includes(word) ?? false;

/** An amount of which only the whole or the cents were wrong keeps the other part. */
function correctAmount(value: Amount, { wrong, right }: Replacement, context: ValueContext): Normalized {
  const corrected = normalize('amount', right, context);
  if (wrong === undefined || 'issue' in corrected || typeof corrected.value !== 'object') return corrected;
  const [whole = '', cents = ''] = value.amount.split('.');
  const [before, after] = [wrong, right].map((part) => digitsIn(part, context));
  if (after === undefined || before !== cents || before === whole) return corrected;
  return { value: { ...value, amount: `${whole}.${after.padStart(2, '0')}` } };
}
