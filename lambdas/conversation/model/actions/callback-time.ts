import { isTimeZone } from '../../../agents/model/time-zone.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;

/** The time of a wish such as `2026-12-01T17:00` in a time zone, or why no call is possible then, for the model. */
export function callbackTime(
  local: string,
  zone: string,
  now: Date,
): { readonly at: Date } | { readonly issue: string } {
  if (!isTimeZone(zone)) return { issue: `There is no time zone ${zone}; use an IANA name.` };
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs) || new Date(localMs).toISOString().slice(0, 16) !== local)
    return { issue: 'There is no such day or time.' };
  const at = new Date(inZone(localMs, zone));
  if (at <= now) return { issue: `That time is past: it is ${timeInWords(now, zone)}.` };
  if (at.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
    return { issue: `A callback is at most ${MAX_DAYS} days ahead.` };
  return { at };
}

/** A time for the model to say, with its zone. */
export const timeInWords = (at: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)} (${timeZone})`;

/** A local time that comes twice is the first one; of one that the clocks skip, what they show then. */
function inZone(localMs: number, zone: string): number {
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => localMs - offsetMs(localMs + ms, zone));
  const isRight = (ms: number) => ms + offsetMs(ms, zone) === localMs;
  return [before, after].find((ms) => ms !== undefined && isRight(ms)) ?? before ?? localMs;
}

/** What a zone's clocks are ahead of UTC, at a whole second. */
function offsetMs(ms: number, timeZone: string): number {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', style).format(ms).replace(' ', 'T')}Z`) - ms;
}
