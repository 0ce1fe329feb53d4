import type { CarrierContext } from '../state/context.ts';
import { pageSize } from '../vendor-api/page.ts';
import { notFound, VendorError } from '../vendor-api/vendor-error.ts';
import { nationalFormat } from './national-format.ts';

/** An area code without numbers for sale. */
const EMPTY_AREA = '999';

/** Whether a number is for sale. */
export function isAvailable(context: CarrierContext, phoneNumber: string): boolean {
  const area = areaCodeOf(phoneNumber);
  return area !== undefined && area !== EMPTY_AREA && context.numbers.get(phoneNumber) === undefined;
}

/** The numbers for sale in an area code (any if undefined), in order. Throws for an invalid area code. */
function* availableNumbers(context: CarrierContext, areaCode: string | undefined): Generator<string> {
  if (areaCode !== undefined && !isAreaCode(areaCode)) {
    throw new VendorError(400, 21451, `Invalid area code: ${areaCode}`);
  }
  for (const number of numberSupply(areaCode)) {
    if (isAvailable(context, number)) yield number;
  }
}

/** A list of local numbers for sale, filtered by AreaCode and Contains. The simulated carrier sells US numbers. */
export function listAvailable(
  context: CarrierContext,
  { url, country }: { readonly url: URL; readonly country: string },
): Record<string, unknown> {
  if (country !== 'US') throw notFound(url);
  const { searchParams: query } = url;
  const pattern = containsPattern(query.get('Contains'));
  const found: string[] = [];
  for (const number of availableNumbers(context, query.get('AreaCode') ?? undefined)) {
    if (found.length === pageSize(query)) break;
    if (pattern.test(number)) found.push(number);
  }
  return { available_phone_numbers: found.map(availableResource), uri: url.pathname + url.search };
}

function availableResource(phoneNumber: string): Record<string, unknown> {
  return {
    friendly_name: nationalFormat(phoneNumber),
    phone_number: phoneNumber,
    iso_country: 'US',
    capabilities: { voice: true, SMS: true, MMS: true },
  };
}

const KEYS = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Wildcards stand before or after two or more digits or letters; `+` begins a pattern and `$` ends it. */
const FORM = /^\+?[*%]*[0-9A-Za-z]{2,}[*%]*\$?$/;

const MAX_LENGTH = 16;

/**
 * The filter `Contains` of numbers for sale: `*` is one digit, `%` is any number of digits, and a letter is the digit
 * of its key. https://www.twilio.com/docs/phone-numbers/api/availablephonenumberlocal-resource
 */
function containsPattern(pattern: string | null): RegExp {
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

/**
 * Area codes of numbers for searches without an area code: New York, Chicago, San Francisco, Austin, Denver, Atlanta,
 * Seattle, Boston.
 */
const AREA_CODES = ['212', '312', '415', '512', '303', '404', '206', '617'];
/** Toll-free codes of North America: the vendor sells their numbers elsewhere, at another price. */
const TOLL_FREE = new Set(['800', '833', '844', '855', '866', '877', '888']);
/** In every area code, the exchange 555 has no real subscribers, and 0100 to 0199 are reserved for fiction. */
const FIRST_LINE = 100;
const LAST_LINE = 9999;

/** The numbers that the carrier sells in an area code (any if undefined), in a fixed order. */
function* numberSupply(areaCode: string | undefined): Generator<string> {
  for (const area of areaCode === undefined ? AREA_CODES : [areaCode]) {
    if (!isAreaCode(area) || TOLL_FREE.has(area)) return;
    for (let line = FIRST_LINE; line <= LAST_LINE; line += 1) {
      yield `+1${area}555${String(line).padStart(4, '0')}`;
    }
  }
}

/** The area code of a number that the carrier sells. Returns undefined for any other number. */
function areaCodeOf(phoneNumber: string): string | undefined {
  const [, area, line] = /^\+1(\d{3})555(\d{4})$/.exec(phoneNumber) ?? [];
  return area !== undefined && isAreaCode(area) && !TOLL_FREE.has(area) && Number(line) >= FIRST_LINE
    ? area
    : undefined;
}

/** Whether a text may be an area code in North America. */
function isAreaCode(text: string): boolean {
  return /^[2-9]\d\d$/.test(text);
}
