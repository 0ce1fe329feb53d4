import { dateFormat } from '../../../platform/clock.ts';

/** Hours in which calls may be placed, in the contact's local time: windows such as `09:00-20:00`. None: no calls. */
export interface CallHours {
  readonly hours: {
    readonly weekdays: readonly string[];
    readonly saturday: readonly string[];
    readonly sunday: readonly string[];
  };
  /** What holds besides on single days: `12-25`, or days from Easter Sunday, such as `easter+1`. */
  readonly days?: Readonly<Record<string, readonly string[]>>;
}

/** Hours that all bind in a time zone. */
export interface ZonedHours {
  readonly zone: string;
  readonly all: readonly CallHours[];
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const STEP_MINUTES = 15;

/** Days within which an opening is looked for: more than the longest run of days without calls. */
const SEARCH_MS = 14 * DAY_MINUTES * MINUTE_MS;

interface LocalTime {
  readonly dayMs: number;
  readonly minute: number;
  readonly offsetMs: number;
}

const number = 'numeric';
const LOCAL_TIME = { year: number, month: number, day: number, hour: number, minute: number } as const;
const formatOf = (timeZone: string) => dateFormat('en-US', { timeZone, hourCycle: 'h23', ...LOCAL_TIME });

function localTime(zone: string, ms: number): LocalTime {
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = (
    formatOf(zone).format(ms).match(/\d+/g) ?? []
  ).map(Number);
  const dayMs = Date.UTC(year, month - 1, day);
  const minuteOfDay = hour * 60 + minute;
  return { dayMs, minute: minuteOfDay, offsetMs: dayMs + minuteOfDay * MINUTE_MS - floorToMinute(ms) };
}

const floorToMinute = (ms: number) => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** The first and the last minute of a window, the last one excluded. */
function minutesOf(window: string): readonly [number, number] {
  const [start = 0, startMinute = 0, end = 0, endMinute = 0] = window.split(/[:-]/).map(Number);
  return [start * 60 + startMinute, end * 60 + endMinute];
}

const isIn = (windows: readonly string[], minute: number) =>
  windows.some((window) => {
    const [start, end] = minutesOf(window);
    return minute >= start && minute < end;
  });

/** The lists of windows that all bind on a day. */
function windowsOf({ hours, days }: CallHours, dayMs: number): (readonly string[])[] {
  const day = new Date(dayMs);
  const weekday = day.getUTCDay();
  const usual = weekday === 0 ? hours.sunday : weekday === 6 ? hours.saturday : hours.weekdays;
  if (!days) return [usual];
  const fromEaster = Math.round((dayMs - easterMs(day.getUTCFullYear())) / (DAY_MINUTES * MINUTE_MS));
  const names = [day.toISOString().slice(5, 10), `easter${fromEaster < 0 ? '' : '+'}${fromEaster}`];
  return [usual, ...names.flatMap((name) => (days[name] ? [days[name]] : []))];
}

/** Easter Sunday of a year, by the Gregorian computus of Meeus, Jones and Butcher. */
function easterMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}

export function isOpen(zone: string, hours: CallHours, at: Date): boolean {
  const { dayMs, minute } = localTime(zone, at.getTime());
  return windowsOf(hours, dayMs).every((windows) => isIn(windows, minute));
}

/** The first time from `from` on at which all hours permit calls. Undefined if there is none within two weeks. */
export function nextOpening(zones: readonly ZonedHours[], from: Date): Date | undefined {
  let ms = from.getTime();
  while (ms <= from.getTime() + SEARCH_MS) {
    const longest = Math.max(0, ...zones.map((each) => waitMs(each, ms)));
    if (longest === 0) return new Date(ms);
    ms += longest;
  }
  return undefined;
}

/** Milliseconds to the next time at which the hours of a zone may permit calls; 0 if they do. */
function waitMs({ zone, all }: ZonedHours, ms: number): number {
  const { dayMs, minute, offsetMs } = localTime(zone, ms);
  const closed = all.flatMap((hours) => windowsOf(hours, dayMs)).filter((windows) => !isIn(windows, minute));
  if (closed.length === 0) return 0;
  const openings = closed.map((windows) => nextStart(windows, minute));
  const target = floorToMinute(ms) + (Math.max(...openings) - minute) * MINUTE_MS;
  // Where the clocks change before it, the way there goes in small steps.
  if (localTime(zone, target).offsetMs === offsetMs) return target - ms;
  const step = STEP_MINUTES * MINUTE_MS;
  return Math.floor(ms / step) * step + step - ms;
}

/** The minute at which the next window of a day begins, or the day ends. */
const nextStart = (windows: readonly string[], minute: number) =>
  Math.min(DAY_MINUTES, ...windows.map((window) => minutesOf(window)[0]).filter((start) => start > minute));
