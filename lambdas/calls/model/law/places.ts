import { countryOfNumber } from '../../../platform/phone-number.ts';
import places from './places.json' with { type: 'json' };

/** Where a contact may be. */
export interface Place {
  /** ISO 3166: a country, or a country and its area, such as `US-FL`. */
  readonly code: string;
  /** The IANA time zones in which the contact may be; none if they are not known. */
  readonly zones: readonly string[];
}

/** What the user knows of where the contact lives. */
export interface ContactLocation {
  readonly country?: string | null | undefined;
  /** The area of a country (ISO 3166-2) without the country's code, such as FL. */
  readonly region?: string | null | undefined;
  readonly timezone?: string | null | undefined;
}

const listOf = (text: string) => text.split(' ');

const AREA_CODES: ReadonlyMap<string, Place> = new Map(
  Object.entries(places.areas).flatMap(([code, byZones]) =>
    Object.entries<string>(byZones).flatMap(([zones, areaCodes]) =>
      listOf(areaCodes).map((areaCode) => [areaCode, { code, zones: listOf(zones) }] as const),
    ),
  ),
);

const ZONES: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries<string>(places.countries).map(([code, zones]) => [code, listOf(zones)] as const),
  ...Object.entries<Record<string, string>>(places.areas).map(
    ([code, byZones]) => [code, [...new Set(Object.keys(byZones).flatMap(listOf))]] as const,
  ),
]);

const COUNTRIES_BY_AREA = new Set(['US', 'CA']);

/** The place of a telephone number. Undefined if the number shows none, such as a toll-free one. */
export function placeOfNumber(number: string): Place | undefined {
  const known = number.startsWith('+1') ? AREA_CODES.get(number.slice(2, 5)) : undefined;
  if (known) return known;
  const code = countryOfNumber(number);
  // Numbers of the United States and Canada without an area, such as toll-free ones, belong to both.
  if (code === undefined || (number.startsWith('+1') && COUNTRIES_BY_AREA.has(code))) return undefined;
  return { code, zones: ZONES.get(code) ?? [] };
}

/** The place of an address. Undefined if it names no country. */
export function placeOfLocation({ country, region, timezone }: ContactLocation): Place | undefined {
  if (!country) return undefined;
  const code = region ? `${country}-${region}` : country;
  const zones = timezone ? [timezone] : (ZONES.get(code) ?? ZONES.get(country) ?? []);
  return { code, zones };
}

export const countryOf = (code: string) => code.slice(0, 2);

export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
