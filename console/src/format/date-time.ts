/** A time in the reader's zone and locale, to the second. */
export function dateTime(iso: string, locale?: string, timeZone?: string): string {
  return show(iso, { dateStyle: 'medium', timeStyle: 'medium', timeZone }, locale);
}

/** A time of day in the reader's zone and locale, to the second. */
export function timeOfDay(iso: string, locale?: string, timeZone?: string): string {
  return show(iso, { timeStyle: 'medium', timeZone }, locale);
}

/** A mark of a time axis in the reader's zone and locale: the day of intervals of many hours, or else the time. */
export function timeMark(ms: number, lengthMs: number): string {
  const options = lengthMs > 3_600_000 ? { day: 'numeric', month: 'short' } : { timeStyle: 'short' };
  return show(new Date(ms).toISOString(), options, undefined);
}

const DAY_S = 24 * 3600;

/** The same time in UTC, for the hover: `2026-01-31 12:00:00 UTC`. */
export function utc(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime())
    ? iso
    : time
        .toISOString()
        .replace('T', ' ')
        .replace(/(\.\d+)?Z$/, ' UTC');
}

/** Units of time with their seconds, the largest first. */
const UNITS = [
  ['year', 365 * DAY_S],
  ['month', 30 * DAY_S],
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** The time between two times in words: `3 min ago`, `in 2 days`; `now` within a minute. */
export function relativeTime(iso: string, nowMs: number, locale?: string): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return iso;
  const [unit, size] = UNITS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', 60];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  return format.format(Math.trunc(seconds / size), unit);
}

/** The value of an input of type `datetime-local`, in the reader's zone, as ISO 8601 in UTC; undefined if it is not one. */
export function fromLocalInput(value: string): string | undefined {
  const time = new Date(value);
  return value === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The value for an input of type `datetime-local`, in the reader's zone. */
export function toLocalInput(iso: string | undefined): string {
  const time = new Date(iso ?? '');
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function show(iso: string, options: object, locale: string | undefined): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : new Intl.DateTimeFormat(locale, options).format(time);
}
