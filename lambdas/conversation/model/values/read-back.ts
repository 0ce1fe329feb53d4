import { dateFormat } from '../../../platform/clock.ts';
import { digitGroups } from '../../../platform/phone-number.ts';
import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';
import { readAddress } from '../words/removal-rules.ts';
import { readAmount } from './amounts.ts';
import { alphabetOf, foldedWords, wordsFor } from './language-words.ts';
import { regionOf, type Value, type ValueContext, type ValueType } from './value.ts';

export interface ReadBack {
  readonly type: ValueType;
  readonly value: Value;
  /** `spell` reads letters one by one, with words of the spelling alphabet. */
  readonly mode: 'read_back' | 'spell';
}

/** Digits of a payment card that are said aloud: others near the contact may listen. */
const CARD_DIGITS = 4;

/** Words in which speech says a value so that the contact can check it. */
export function readBack(
  { type, value, mode }: ReadBack,
  context: Pick<ValueContext, 'language' | 'region'>,
): string {
  const { language } = context;
  if (typeof value === 'object') return readAmount(value, language);
  switch (type) {
    case 'phone_number':
      return inGroups(digitGroups(value, regionOf(context)), language);
    case 'digits':
      return inGroups(groupsOf(value), language);
    case 'card':
      return inGroups([value.slice(-CARD_DIGITS)], language);
    case 'email':
      return mode === 'spell' ? spelledEmail(value, language) : readAddress(value, language);
    case 'date':
      return format(language, { dateStyle: 'full' }, `${value}T00:00Z`);
    case 'time':
      return format(language, { timeStyle: 'short' }, `1970-01-01T${value}Z`);
    case 'number':
      return new Intl.NumberFormat(LANGUAGE_TAGS[language], { maximumFractionDigits: 20 }).format(
        Number(value),
      );
    default:
      return mode === 'spell' ? spelled(value, language) : value;
  }
}

const format = (language: Language, options: Intl.DateTimeFormatOptions, time: string) =>
  dateFormat(LANGUAGE_TAGS[language], { ...options, timeZone: 'UTC' }).format(new Date(time));

/** Groups of three digits; a last group has up to four. */
const groupsOf = (digits: string): readonly string[] => digits.match(/.{4}$|.{3}(?=.{2})|.+$/g) ?? [];

/** A space between digits makes speech say each, a comma makes it pause. */
const inGroups = (groups: readonly string[], language: Language): string =>
  groups
    .flatMap((group) => (group.length > 4 ? groupsOf(group) : [group]))
    .map((group) => [...group].map((sign) => (sign === '+' ? readAddress('+', language) : sign)).join(' '))
    .join(', ');

/** Letters with their words, such as “B as in Bravo”. Languages without such an alphabet have the letter alone. */
function spelled(text: string, language: Language): string {
  const [as = ''] = wordsFor(language, 'as')[0] ?? [];
  const alphabet = alphabetOf(language);
  const letterOf = (letter: string) => {
    const word = alphabet[foldedWords(letter).charCodeAt(0) - 97];
    const capital = letter.toUpperCase();
    return word
      ? [capital, as, word.charAt(0).toUpperCase() + word.slice(1)].filter(Boolean).join(' ')
      : capital;
  };
  return [...text]
    .filter((letter) => letter.trim() !== '')
    .map(letterOf)
    .join(', ');
}

/** The part before the sign is spelled, the domain is read. */
function spelledEmail(address: string, language: Language): string {
  const at = address.indexOf('@');
  const local = address.slice(0, at).split(/([._+-])/);
  const words = local.map((part) =>
    /^[._+-]$/.test(part) ? readAddress(part, language) : spelled(part, language),
  );
  return `${words.filter(Boolean).join(', ')}, ${readAddress(address.slice(at), language)}`;
}
