import * as z from 'zod/mini';

/** Most characters of a telephone number as people write it. */
const MAX_LENGTH = 64;

/**
 * Characters that people write between digits: blanks, brackets, dots, slashes, dashes, and invisible marks of copied
 * text.
 */
const BETWEEN = String.raw`[\s()./\u00AD\u200B-\u200F\u2010-\u2015\u202A-\u202E\u2060-\u2069\u2212\uFEFF-]{0,5}`;

const digits = (range: string) => `(?:${BETWEEN}[0-9])${range}`;

/** A number of the North American plan with its country code: eleven digits, the second of which is 2 to 9. */
const NORTH_AMERICAN = `1${BETWEEN}[2-9]${digits('{9}')}`;

/** The URI scheme of RFC 3966, in any case. */
const SCHEME = `(?:[Tt][Ee][Ll]:${BETWEEN})?`;

/**
 * A telephone number with its country code: after a plus sign, after 00, or in a North American number. Any other
 * number could as well be a national one. After 00, a 1 must begin a North American number: 0011 is an Australian
 * prefix.
 */
const FORM = new RegExp(
  `^${BETWEEN}${SCHEME}(?:\\+${BETWEEN}[1-9]${digits('{6,14}')}|(?:00${BETWEEN})?${NORTH_AMERICAN}|00${BETWEEN}[2-9]${digits('{6,14}')})${BETWEEN}$`,
);

/** Digits that begin with neither a plus sign nor 00. */
const WITHOUT_COUNTRY_CODE = new RegExp(`^${BETWEEN}${SCHEME}(?!00)[0-9]${digits('*')}${BETWEEN}$`);

const MISSING =
  'The country code is missing: begin with a plus sign and the country code, as in +15551234567.';
const MALFORMED = 'Must be a phone number with its country code and no extension, such as +15551234567.';

/** A country code and the 0 in brackets after it, which is written but not dialled: +44 (0)20. */
const TRUNK_ZERO = /^[^0-9]*(?:00[^0-9]*)?([1-9][0-9]{0,2})[^0-9]*\(0\)/;

/** Country codes in which a leading 0 is always part of the number: Italy, and others whose numbers begin with 0. */
const KEEP_ZERO: ReadonlySet<string> = new Set([
  '39',
  '225',
  '226',
  '227',
  '229',
  '241',
  '242',
  '247',
  '378',
  '992',
]);

/** Fewest digits of a number in E.164. */
const MIN_DIGITS = 7;

/** A telephone number as people and programs write it. Parses it to E.164, for example +15551234567. */
export const phoneNumberInput = z.string().check(
  z.maxLength(MAX_LENGTH),
  z.regex(FORM, {
    error: ({ input }) => (WITHOUT_COUNTRY_CODE.test(String(input)) ? MISSING : MALFORMED),
  }),
  z.overwrite(toE164),
);

function toE164(text: string): string {
  const digits = digitsOf(text);
  const [beginning = '', country] = TRUNK_ZERO.exec(text) ?? [];
  const hasTrunkZero = country !== undefined && !KEEP_ZERO.has(country);
  const dialled = hasTrunkZero ? `${country}${digitsOf(text.slice(beginning.length))}` : digits;
  return `+${dialled.length < MIN_DIGITS ? digits : dialled}`;
}

/** The digits, without the 00 that stands for a plus sign. */
const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '').replace(/^00/, '');
