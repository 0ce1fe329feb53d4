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
export function* numberSupply(areaCode: string | undefined): Generator<string> {
  for (const area of areaCode === undefined ? AREA_CODES : [areaCode]) {
    if (!isAreaCode(area) || TOLL_FREE.has(area)) return;
    for (let line = FIRST_LINE; line <= LAST_LINE; line += 1) {
      yield `+1${area}555${String(line).padStart(4, '0')}`;
    }
  }
}

/** The area code of a number that the carrier sells. Returns undefined for any other number. */
export function areaCodeOf(phoneNumber: string): string | undefined {
  const [, area, line] = /^\+1(\d{3})555(\d{4})$/.exec(phoneNumber) ?? [];
  return area !== undefined && isAreaCode(area) && !TOLL_FREE.has(area) && Number(line) >= FIRST_LINE
    ? area
    : undefined;
}

/** Whether a text may be an area code in North America. */
export function isAreaCode(text: string): boolean {
  return /^[2-9]\d\d$/.test(text);
}
