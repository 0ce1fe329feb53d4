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
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((start) => SHORT_CODES.has(start));
  const country = code ?? digits.slice(0, 3);
  return `+${country} ${grouped(digits.slice(country.length)).join(' ')}`;
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
