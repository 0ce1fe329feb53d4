import type { Schema } from '../api/client.ts';

/** Country codes of one and two digits (ITU E.164, assigned codes); all others have three. */
const SHORT_CODES = new Set(
  `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86
   90 91 92 93 94 95 98`.split(/\s+/),
);

/** A telephone number in readable groups: `+1 (555) 123-0001`, `+44 207 946 0000`. Other text stays as it is. */
export function phoneNumber(number: string): string {
  const digits = /^\+([1-9]\d{6,14})$/.exec(number)?.[1];
  if (digits === undefined) return number;
  if (/^1\d{10}$/.test(digits)) return `+1 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`;
  const country = codeOf(digits);
  return `+${country} ${grouped(digits.slice(country.length)).join(' ')}`;
}

/** The country code with which the digits of a whole number begin. */
const codeOf = (digits: string): string =>
  [1, 2].map((length) => digits.slice(0, length)).find((start) => SHORT_CODES.has(start)) ??
  digits.slice(0, 3);

/** Digits from which a text is taken for a whole number, and country codes that are tried where it has none. */
const [LONG_NUMBER, MOST_CODES] = [8, 3];

/** The whole numbers that a text may be: as it is, or with the country code of one of these numbers. */
export function wholeNumbers(text: string, known: readonly string[]): readonly string[] {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < LONG_NUMBER) return [];
  const codes = new Set(known.map((number) => codeOf(number.replace('+', ''))));
  const national = [...codes].slice(0, MOST_CODES).map((code) => code + digits.replace(/^0/, ''));
  return [digits.replace(/^00/, ''), ...(/^(\+|00)/.test(text) ? [] : national)]
    .map((whole) => `+${whole}`)
    .filter((number) => /^\+[1-9]\d{6,14}$/.test(number));
}

/** Groups of three digits; the last has up to four, so that none stands alone. */
function grouped(digits: string): readonly string[] {
  if (digits.length <= 4) return [digits];
  return [digits.slice(0, 3), ...grouped(digits.slice(3))];
}

/** The number of the person on the phone, whoever called. */
export const contactOf = ({
  direction,
  from_number: from,
  to_number: to,
}: Pick<Schema<'ListedCall'>, 'direction' | 'from_number' | 'to_number'>): string =>
  direction === 'inbound' ? from : to;

/** Whether a text is a part of a number, however both are written. */
export function isPartOfNumber(text: string, number: string): boolean {
  const digits = /^[+\d\s()./-]{3,}$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  return digits !== '' && number.replaceAll(/\D/g, '').includes(digits);
}
