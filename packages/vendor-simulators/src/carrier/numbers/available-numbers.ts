import type { CarrierContext } from '../context.ts';
import { pageSize, VendorError } from '../vendor-api.ts';

/** Toll-free codes of North America: the vendor sells their numbers elsewhere, at another price. */
const TOLL_FREE = /^8(00|33|44|55|66|77|88)/;
/** An area code without numbers for sale. */
const EMPTY_AREA = '999';

/** Whether a number is for sale: in the exchange 555, which has no real subscribers. */
export function isAvailable({ numbers }: CarrierContext, phoneNumber: string): boolean {
  const [, area = EMPTY_AREA] = /^\+1([2-9]\d\d)555(?!00)\d{4}$/.exec(phoneNumber) ?? [];
  return area !== EMPTY_AREA && !TOLL_FREE.test(area) && numbers.get(phoneNumber) === undefined;
}

/** A list of local numbers for sale, filtered by AreaCode and Contains. The simulated carrier sells US numbers. */
export function listAvailable(context: CarrierContext, url: URL) {
  const areaCode = url.searchParams.get('AreaCode') ?? undefined;
  const pattern = containsPattern(url.searchParams.get('Contains'));
  if (areaCode !== undefined && !/^[2-9]\d\d$/.test(areaCode))
    throw new VendorError(400, 21451, `Invalid area code: ${areaCode}`);
  const found: string[] = [];
  for (const number of numberSupply(areaCode)) {
    if (found.length === pageSize(url)) break;
    if (pattern.test(number) && isAvailable(context, number)) found.push(number);
  }
  return { available_phone_numbers: found.map((phone_number) => ({ phone_number, iso_country: 'US' })) };
}

const KEYS = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Wildcards stand before or after two or more digits or letters; `+` begins a pattern and `$` ends it. */
const FORM = /^(?=.{0,16}$)\+?[*%]*[0-9A-Za-z]{2,}[*%]*\$?$/;

/** The filter `Contains`: `*` is one digit, `%` is any number of digits, and a letter is the digit of its key. */
function containsPattern(pattern: string | null): RegExp {
  if (pattern === null) return /^/;
  if (!FORM.test(pattern)) throw new VendorError(400, 20001, `Contains is not a valid pattern: ${pattern}`);
  const source = pattern
    .replace(/[A-Za-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter.toUpperCase()))))
    .replace('+', '^\\+')
    .replaceAll('*', '\\d')
    .replaceAll('%', '\\d*');
  return new RegExp(source);
}

/** Area codes of searches without one: New York, Chicago, San Francisco, Austin, Denver, Atlanta, Seattle, Boston. */
const AREA_CODES = ['212', '312', '415', '512', '303', '404', '206', '617'];

/** The numbers that the carrier sells in an area code (any if undefined), in a fixed order. */
function* numberSupply(areaCode: string | undefined): Generator<string> {
  for (const area of areaCode === undefined ? AREA_CODES : [areaCode])
    for (let line = 100; line <= 9999; line += 1) yield `+1${area}555${String(line).padStart(4, '0')}`;
}
