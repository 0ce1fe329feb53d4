import type { Account } from '../accounts/accounts.ts';
import type { CarrierContext } from '../state/context.ts';
import { pageSize } from '../vendor-api/page.ts';
import { notFound, VendorError } from '../vendor-api/vendor-error.ts';
import { containsPattern } from './contains-pattern.ts';
import { nationalFormat } from './national-format.ts';
import { areaCodeOf, isAreaCode, numberSupply } from './number-supply.ts';

/** Whether a number is for sale to this account. */
export function isAvailable(context: CarrierContext, account: Account, phoneNumber: string): boolean {
  const area = areaCodeOf(phoneNumber);
  const isEmpty = area === undefined || context.faults.of(account).empty_area_codes.includes(area);
  return !isEmpty && context.numbers.get(phoneNumber) === undefined;
}

/** The numbers for sale to this account in an area code (any if undefined), in order. Throws for an invalid area code. */
export function* availableNumbers(
  context: CarrierContext,
  account: Account,
  areaCode: string | undefined,
): Generator<string> {
  if (areaCode !== undefined && !isAreaCode(areaCode)) {
    throw new VendorError(400, 21451, `Invalid area code: ${areaCode}`);
  }
  for (const number of numberSupply(areaCode)) {
    if (isAvailable(context, account, number)) yield number;
  }
}

/** A list of local numbers for sale, filtered by AreaCode and Contains. The simulated carrier sells US numbers. */
export function listAvailable(
  context: CarrierContext,
  account: Account,
  { url, country }: { readonly url: URL; readonly country: string },
): Record<string, unknown> {
  if (country !== 'US') throw notFound(url);
  const { searchParams: query } = url;
  const pattern = containsPattern(query.get('Contains'));
  const found: string[] = [];
  for (const number of availableNumbers(context, account, query.get('AreaCode') ?? undefined)) {
    if (found.length === pageSize(query)) break;
    if (pattern.test(number)) found.push(number);
  }
  return { available_phone_numbers: found.map(availableResource), uri: url.pathname + url.search };
}

function availableResource(phoneNumber: string): Record<string, unknown> {
  return {
    friendly_name: nationalFormat(phoneNumber),
    phone_number: phoneNumber,
    lata: null,
    locality: null,
    rate_center: null,
    latitude: null,
    longitude: null,
    region: null,
    postal_code: null,
    iso_country: 'US',
    address_requirements: 'none',
    beta: false,
    capabilities: { voice: true, SMS: true, MMS: true },
  };
}
