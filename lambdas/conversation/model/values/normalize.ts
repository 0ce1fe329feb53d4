import { dialedNumber } from '../../../platform/phone-number.ts';
import { normalizeAmount, normalizeNumber } from './amounts.ts';
import { normalizeDate } from './dates.ts';
import { normalizeEmail } from './emails.ts';
import { foldedWords, meaningOf } from './language-words.ts';
import { itemsOf } from './number-words.ts';
import { normalizeAddress, normalizeChoice, normalizeName } from './plain-texts.ts';
import { normalizeTime } from './times.ts';
import {
  MAX_WORDS,
  type Normalized,
  plainWords,
  regionOf,
  type Value,
  type ValueContext,
  type ValueType,
} from './value.ts';

type Normalize = (words: string, context: ValueContext) => Normalized;

const NORMALIZE: Readonly<Record<ValueType, Normalize>> = {
  phone_number: normalizePhoneNumber,
  email: normalizeEmail,
  date: normalizeDate,
  time: normalizeTime,
  number: normalizeNumber,
  amount: normalizeAmount,
  name: normalizeName,
  address: normalizeAddress,
  choice: normalizeChoice,
  text: (words) => ({ value: words }),
  digits: (words, context) => {
    const digits = digitsIn(words, context);
    return digits === '' ? { issue: 'missing' } : { value: digits };
  },
  card: normalizeCard,
};

/** The value that words hold, as people say it or a model writes it; or why there is none. */
export function normalize(type: ValueType, words: string, context: ValueContext): Normalized<Value> {
  if (words.length > MAX_WORDS) return { issue: 'invalid' };
  const plain = plainWords(words);
  return plain === '' ? { issue: 'missing' } : NORMALIZE[type](plain, context);
}

export const digitsIn = (words: string, { language }: Pick<ValueContext, 'language'>): string =>
  itemsOf(words, language, 'digits')
    .map(({ digits }) => digits?.replaceAll(/[^0-9]/g, '') ?? '')
    .join('');

const COUNTRY_CODE =
  /country code|landesvorwahl|landervorwahl|indicatif du pays|codigo d[eo] pais|landnummer|prefisso internazionale|kode negara|国番号|국가번호/;

function normalizePhoneNumber(words: string, context: ValueContext): Normalized<string> {
  const items = itemsOf(words, context.language, 'digits');
  const digits = digitsIn(words, context);
  if (digits === '') return { issue: 'missing' };
  const before = items[items.findIndex((item) => item.digits !== undefined) - 1]?.word ?? '';
  const isInternational =
    before === '+' ||
    COUNTRY_CODE.test(foldedWords(words)) ||
    meaningOf(before, context.language, 'plus') !== undefined;
  const number = dialedNumber(`${isInternational ? '+' : ''}${digits}`, regionOf(context));
  return typeof number === 'string' ? { issue: number } : number;
}

/** Fewest and most digits of a payment card (ISO/IEC 7812). */
const CARD_LENGTHS = [12, 19] as const;

function normalizeCard(words: string, context: ValueContext): Normalized<string> {
  const digits = digitsIn(words, context);
  if (digits === '') return { issue: 'missing' };
  if (digits.length < CARD_LENGTHS[0]) return { issue: 'incomplete' };
  return digits.length <= CARD_LENGTHS[1] && hasCheckDigit(digits) ? { value: digits } : { issue: 'invalid' };
}

/** The check of Luhn: every second digit from the right counts twice. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const twice = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (twice > 9 ? twice - 9 : twice);
  }, 0) %
    10 ===
  0;
