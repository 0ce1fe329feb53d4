import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
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
 * number could be a national one. After 00, a 1 must begin a North American number: 0011 is an Australian
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
 * What networks deliver in place of a withheld number, spelled on the keys of a telephone: ANONYMOUS, BLOCKED, PRIVATE,
 * RESTRICTED, UNAVAILABLE, UNKNOWN and WITHHELD (https://help.twilio.com/articles/223179988). None is a valid number of
 * its country. Some networks add the country code 1; with it, the digits of RESTRICTED are a number in Texas.
 */
const WITHHELD = /^\+(?:1?(?:266696687|2562533|7748283|86282452253|8656696|94484433)|7378742833)$/;

/** A telephone number as people and programs write it. Parses it to E.164, for example +15551234567. */
export const phoneNumberInput = z.lazy(() =>
  z.string().check(
    z.maxLength(MAX_LENGTH),
    z.regex(FORM, {
      error: ({ input }) => (WITHOUT_COUNTRY_CODE.test(String(input)) ? MISSING : MALFORMED),
      abort: true,
    }),
    z.overwrite(toE164),
    z.refine((number) => !WITHHELD.test(number), {
      error: 'This is not a phone number: networks send it when a caller withholds the number.',
      params: { type: 'withheld_number' },
    }),
  ),
);

/** The vendor checks whether a number is assigned: tests use numbers that never are. */
const toE164 = (text: string): string =>
  withoutPrefix(`+${text.replaceAll(/[^0-9]/g, '').replace(/^00/, '')}`);

/** Drops digits that are dialed only within the country, such as each zero of +44 (00)20. */
function withoutPrefix(number: string): string {
  const parsed = parsePhoneNumberFromString(number)?.number ?? number;
  return parsed === number || !/^\+[1-9]\d{6,14}$/.test(parsed) ? number : withoutPrefix(parsed);
}

/** The country (ISO 3166) of a number in E.164; undefined if several share its code. */
export const countryOfNumber = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.country;

/** A number as it is dialed in a country (ISO 3166), in E.164; or what is wrong with it. */
export function dialedNumber(digits: string, country: string): { value: string } | 'incomplete' | 'invalid' {
  if (!isSupportedCountry(country)) return 'invalid';
  const parsed = parsePhoneNumberFromString(digits, country);
  if (parsed?.isValid()) return { value: parsed.number };
  const issue = validatePhoneNumberLength(digits, country);
  return issue === 'TOO_SHORT' || issue === 'NOT_A_NUMBER' ? 'incomplete' : 'invalid';
}

/** The groups of digits in which a number is written within a country, or after its own country code. */
export function digitGroups(number: string, country: string): readonly string[] {
  const parsed = parsePhoneNumberFromString(number);
  const isNational = parsed?.country === country;
  const written = (isNational ? parsed?.formatNational() : parsed?.formatInternational()) ?? number;
  return written.match(/\+?[0-9]+/g) ?? [];
}
