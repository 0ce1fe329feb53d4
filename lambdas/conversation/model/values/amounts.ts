import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';
import { foldedWords, marked, meaningOf, valuesFor } from './language-words.ts';
import type { Item } from './number-in-words.ts';
import { itemsOf } from './number-words.ts';
import { type Amount, type Normalized, oneOf, regionOf, type ValueContext } from './value.ts';

/** Currencies by country (ISO 3166); others have the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', GB: 'GBP', IN: 'INR', BR: 'BRL', MX: 'MXN', ID: 'IDR' },
  ...{ JP: 'JPY', KR: 'KRW', CH: 'CHF', LI: 'CHF', SG: 'SGD', ZA: 'ZAR', AR: 'ARS', CO: 'COP', CL: 'CLP' },
};
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₩': 'KRW', '₹': 'INR', $: '$', rp: 'IDR' },
};
const CODES = new Set(['EUR', ...Object.values(CURRENCIES)]);

/** Currencies without decimals (ISO 4217). */
const digitsOf = (currency: string) => (['JPY', 'KRW', 'CLP'].includes(currency) ? 0 : 2);

/** The decimal number of items from this place on, and the place after it: “three point one four”. */
function decimalAt(items: readonly Item[], at: number, language: Language): [string, number] {
  const whole = items[at]?.digits ?? '';
  if (whole.includes('.') || !items[at + 1] || !meaningOf(items[at + 1]?.word ?? '', language, 'point'))
    return [whole, at + 1];
  const rest = items.slice(at + 2);
  const length = rest.findIndex(({ digits = '' }) => !/^[0-9]+$/.test(digits));
  const decimals = (length < 0 ? rest : rest.slice(0, length)).map(({ digits }) => digits).join('');
  return decimals === ''
    ? [whole, at + 1]
    : [`${whole}.${decimals}`, at + 2 + (length < 0 ? rest.length : length)];
}

/** The numbers among the items, in a row of their own each where other words divide them. */
function rowsOf(items: readonly Item[], language: Language): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < items.length; ) {
    if (items[at]?.digits === undefined) {
      rows.push([]);
      at += 1;
      continue;
    }
    const [decimal, next] = decimalAt(items, at, language);
    rows.at(-1)?.push(decimal);
    at = next;
  }
  return rows.filter((row) => row.length > 0);
}

/** A decimal number. Digits and pairs of digits in a row are one number: “one two three” and “nineteen eighty”. */
export function normalizeNumber(words: string, { language }: ValueContext): Normalized<string> {
  const text = withoutGroupSpaces(foldedWords(words), language);
  const items = itemsOf(
    marked(text, language, ...(language === 'hi' ? [] : (['half'] as const)), 'point', 'minus'),
    language,
    'numbers',
  );
  const isNegative = /(?<![\p{L}\p{N}] ?)[-−] ?[0-9]/u.test(text);
  const signed = (number: string) =>
    isNegative || items.some(({ word }) => meaningOf(word, language, 'minus')) ? `-${number}` : number;
  const hasHalf = items.some(({ word }) => meaningOf(word, language, 'half'));
  const numbers = rowsOf(items, language).flatMap((row) =>
    row.length > 1 && row.every((number) => /^[0-9]{1,2}$/.test(number)) ? [row.join('')] : row,
  );
  const [whole] = numbers;
  if (hasHalf && whole && /^[0-9]+$/.test(whole)) return oneOf([signed(plainDecimal(`${whole}.5`))]);
  return oneOf(numbers.map((number) => signed(plainDecimal(number))));
}

const plainDecimal = (number: string) =>
  number
    .replace(/^0+(?=[0-9])/, '')
    .replace(/(?<=\.[0-9]{0,100})0+$|\.$/, '')
    .replace(/\.$/, '');

const withoutGroupSpaces = (text: string, language: Language) =>
  language === 'fr' ? text.replaceAll(/(?<=[0-9]) (?=[0-9]{3}(?![0-9]))/g, '') : text;

/** A sum of money, in the currency of its words or of the country. “twelve fifty” is 12.50. */
export function normalizeAmount(words: string, context: ValueContext): Normalized<Amount> {
  const { language } = context;
  const items = itemsOf(withoutGroupSpaces(foldedWords(words), language), language, 'numbers');
  const names = new Map(valuesFor(language, 'money'));
  const national = CURRENCIES[regionOf(context)] ?? 'EUR';
  const dollar = /^(?:AUD|CAD|NZD|SGD|MXN)$/.test(national) ? national : 'USD';
  const currencyOf = ({ word }: Item, before?: Item) => {
    const code = word.toUpperCase();
    const named = SIGNS[word] ?? names.get(word)?.toUpperCase() ?? (CODES.has(code) ? code : undefined);
    if (named !== '$') return named;
    return before?.word === 'r' ? 'BRL' : dollar;
  };
  const said = items.map((item, at) => currencyOf(item, items[at - 1])).find((code) => code !== undefined);
  const currency = said ?? national;
  const digits = digitsOf(currency);
  const isCents = items.some(({ word }) => meaningOf(word, language, 'cents'));
  const [first, second, ...others] = rowsOf(items, language).flat();
  if (first === undefined) return { issue: 'missing' };
  if (
    others.length > 0 ||
    (second !== undefined && (first.includes('.') || Number(second) >= 100 || digits === 0))
  )
    return { issue: 'ambiguous' };
  const sum =
    second === undefined && isCents && !said
      ? Number(first) / 100
      : Number(first) + Number(second ?? 0) / 100;
  return sum > Number.MAX_SAFE_INTEGER / 100
    ? { issue: 'invalid' }
    : { value: { amount: sum.toFixed(digits), currency } };
}

export const readAmount = ({ amount, currency }: Amount, language: Language): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(Number(amount));
