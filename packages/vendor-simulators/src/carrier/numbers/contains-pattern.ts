import { VendorError } from '../vendor-api/vendor-error.ts';

/** The keys of a telephone, by the letters on them. */
const KEYS = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Wildcards stand before or after two or more digits or letters; `+` begins a pattern and `$` ends it. */
const FORM = /^\+?[*%]*[0-9A-Za-z]{2,}[*%]*\$?$/;

const MAX_LENGTH = 16;

/**
 * The filter `Contains` of numbers for sale: `*` is one digit, `%` is any number of digits, and a letter is the digit
 * of its key. https://www.twilio.com/docs/phone-numbers/api/availablephonenumberlocal-resource
 */
export function containsPattern(pattern: string | null): RegExp {
  if (pattern === null) return /^/;
  if (pattern.length > MAX_LENGTH || !FORM.test(pattern))
    throw new VendorError(400, 20001, `Contains is not a valid pattern: ${pattern}`);
  const source = pattern
    .replace(/[A-Za-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter.toUpperCase()))))
    .replace('+', '^\\+')
    .replaceAll('*', '\\d')
    .replaceAll('%', '\\d*');
  return new RegExp(source);
}
