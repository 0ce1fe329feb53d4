import * as z from 'zod/mini';

const MAX_LENGTH = 64;

/** What people write between digits, with the invisible marks of copied text. */
const BETWEEN = String.raw`[\s()./\u00AD\u200B-\u200F\u2010-\u2015\u202A-\u202E\u2060-\u2069\u2212\uFEFF-]{0,5}`;

const digits = (range: string) => `(?:${BETWEEN}[0-9])${range}`;

/** A number of the North American plan with its country code: eleven digits, the second from 2 to 9. */
const NORTH_AMERICAN = `1${BETWEEN}[2-9]${digits('{9}')}`;

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

/**
 * Country codes whose national numbers are dialed with a 0 before them, and never begin with one: +44 (0)20 and +44020
 * are +4420. Other countries have no such 0, or keep it, as Italy (39) does. Each has
 * this prefix in the metadata of https://github.com/google/libphonenumber, and no subscriber's number that begins with 0.
 */
const TRUNK_ZERO_COUNTRIES = [
  '20 27 31 32 33 40 41 43 44 46 49 51 54 55 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98',
  '211 212 213 218 231 233 234 243 249 251 254 255 256 260 261 262 263 264',
  '353 355 358 359 373 374 380 381 382 383 385 386 387 389 421 590 593 594 595 596 598',
  '855 856 880 886 961 962 963 964 966 967 970 971 972 976 977 994 995 996',
].flatMap((codes) => codes.split(' '));

const TRUNK_ZERO = new RegExp(`^(${TRUNK_ZERO_COUNTRIES.join('|')})0+`);

const MIN_DIGITS = 7;

/**
 * What networks deliver in place of a withheld number, spelled on the keys of a telephone: ANONYMOUS, BLOCKED, PRIVATE,
 * RESTRICTED, UNAVAILABLE, UNKNOWN and WITHHELD (https://help.twilio.com/articles/223179988). None is a valid number of
 * its country. Some networks add the country code 1; with it, the digits of RESTRICTED are a number in Texas.
 */
const WITHHELD = /^\+(?:1?(?:266696687|2562533|7748283|86282452253|8656696|94484433)|7378742833)$/;

/** A telephone number as people and programs write it. Parses it to E.164, for example +15551234567. */
export const phoneNumberInput = z.string().check(
  z.maxLength(MAX_LENGTH),
  z.regex(FORM, {
    error: ({ input }) => (WITHOUT_COUNTRY_CODE.test(String(input)) ? MISSING : MALFORMED),
    abort: true,
  }),
  z.overwrite(toE164),
  z.refine((number) => !WITHHELD.test(number), {
    error: 'This is no phone number: networks deliver it if a caller withholds the number.',
    params: { type: 'withheld_number' },
  }),
);

function toE164(text: string): string {
  const digits = digitsOf(text);
  const dialed = digits.replace(TRUNK_ZERO, '$1');
  return `+${dialed.length < MIN_DIGITS ? digits : dialed}`;
}

const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '').replace(/^00/, '');
