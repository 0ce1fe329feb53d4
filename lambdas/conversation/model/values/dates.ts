import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';
import { foldedWords, literally, marked, meaningOf, phrasesOf } from './language-words.ts';
import type { Item } from './number-in-words.ts';
import { itemsOf } from './number-words.ts';
import { type Normalized, oneOf, regionOf, type ValueContext } from './value.ts';

const DAY_MS = 86_400_000;

interface Names {
  readonly months: readonly (readonly string[])[];
  /** From Sunday. */
  readonly weekdays: readonly (readonly string[])[];
  /** From two days ago to two days ahead. */
  readonly days: readonly string[];
}

const names = new Map<Language, Names>();

/** Names of months that are written otherwise than said. */
const OTHER_MONTHS: Readonly<Partial<Record<Language, Readonly<Record<number, string>>>>> = {
  ko: { 6: '유월', 10: '시월' },
};
const OTHER_DAYS: Readonly<Partial<Record<Language, Readonly<Record<string, number>>>>> = {
  ...{
    ja: { あさって: 2, あした: 1, きょう: 0, 本日: 0 },
    ko: { 내일모레: 2, '사흘 뒤': 3, '나흘 뒤': 4, '열흘 뒤': 10 },
    en: { 'day after tomorrow': 2, tonight: 0 },
  },
  ...{ hi: { आज: 0 }, id: { 'besok lusa': 2 } },
};

function namesIn(language: Language): Names {
  const known = names.get(language);
  if (known) return known;
  const tag = LANGUAGE_TAGS[language];
  const format = (options: Intl.DateTimeFormatOptions, date: Date) =>
    foldedWords(new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(date)).replace(
      /[.॰]$/,
      '',
    );
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const made = {
    months: Array.from({ length: 12 }, (_, month) => {
      const date = new Date(Date.UTC(2026, month, 5));
      return [
        format({ month: 'long' }, date),
        format({ month: 'short' }, date),
        OTHER_MONTHS[language]?.[month + 1] ?? '',
      ];
    }).map((all) => all.filter((name) => /^\p{L}[\p{L}\p{M}]/u.test(name))),
    weekdays: Array.from({ length: 7 }, (_, day) => {
      const name = format({ weekday: 'long' }, new Date(Date.UTC(2026, 1, day + 1)));
      // In Indonesian, the name of Sunday is also the word for a week.
      return [name === 'minggu' ? 'hari minggu' : name, name.replace(/-feira$/, '')].filter(
        (each) => each !== 'minggu',
      );
    }),
    days: [-2, -1, 0, 1, 2].map((day) => foldedWords(relative.format(day, 'day'))),
  };
  names.set(language, made);
  return made;
}

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Midnight (UTC) of a day that exists. */
function dayMs(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day && new Date(ms).getUTCMonth() === month - 1 ? ms : undefined;
}

export const todayIn = ({ now, timezone }: Pick<ValueContext, 'now' | 'timezone'>): number =>
  Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(now));

/** A year of two digits lies at most ten years ahead. */
function fullYear(year: number, today: number): number {
  if (year >= 100) return year;
  const thisYear = new Date(today).getUTCFullYear();
  const century = thisYear - (thisYear % 100);
  return century + year <= thisYear + 10 ? century + year : century - 100 + year;
}

export interface DateParts {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** The date with these parts; without a year, or a month, the next such day. */
export function dateOf({ year, month, day }: DateParts, today: number): Normalized<string> {
  if (day === undefined) return { issue: 'incomplete' };
  const now = new Date(today);
  const months = month === undefined ? [0, 1, 2].map((more) => now.getUTCMonth() + 1 + more) : [month];
  const years =
    year === undefined ? [0, 1, 2, 3, 4].map((more) => now.getUTCFullYear() + more) : [fullYear(year, today)];
  const isPossible =
    (month ?? 1) >= 1 && (month ?? 1) <= 12 && (years[0] ?? 0) >= 1000 && (years[0] ?? 0) < 3000;
  if (!isPossible) return { issue: 'invalid' };
  const dates = years.flatMap((each) =>
    months.map((one) => dayMs(each + Math.floor((one - 1) / 12), ((one - 1) % 12) + 1, day)),
  );
  const fits = dates.find((ms) => ms !== undefined && (year !== undefined || ms >= today));
  return fits === undefined ? { issue: 'invalid' } : { value: iso(fits) };
}

const NUMERIC = /(?<![0-9])([0-9]{1,4}) ?[-./] ?([0-9]{1,2})(?: ?[-./] ?([0-9]{2,4}))?(?![0-9])/;

/** The order of day, month and year in a language and country. */
const orderOf = (context: ValueContext) =>
  new Intl.DateTimeFormat(`${context.language}-${regionOf(context)}`)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');

function numericParts(
  [first = 0, second = 0, third]: readonly (number | undefined)[],
  context: ValueContext,
): DateParts {
  if (first > 31) return { year: first, month: second, day: third };
  const isMonthFirst = orderOf(context).filter((type) => type !== 'year')[0] === 'month';
  const [month, day] = isMonthFirst && first <= 12 ? [first, second] : [second, first];
  return month > 12 && day <= 12 ? { month: day, day: month, year: third } : { month, day, year: third };
}

/** Day, month and year as far as the words name them. */
export function datePartsOf(words: string, context: ValueContext): DateParts | undefined {
  const text = foldedWords(words);
  const numeric = NUMERIC.exec(text);
  if (numeric)
    return numericParts(
      numeric.slice(1).map((digits) => (digits ? Number(digits) : undefined)),
      context,
    );
  const { months } = namesIn(context.language);
  const month = months.findIndex((all) => literally(context.language, all).test(text)) + 1;
  // Numbers of Korean and Japanese months are read with the others.
  const hasMonthName = month > 0;
  const rest = hasMonthName
    ? text.replace(literally(context.language, months[month - 1] ?? []), ' § ')
    : text;
  const items = itemsOf(rest, context.language, 'ordinals');
  const year = yearAmong(items);
  const monthAt = items.findIndex(({ word }) => word === '§');
  const others = [...items.entries()]
    .filter(([, item]) => item.value !== undefined && !year?.items.includes(item))
    .sort(([one], [other]) => (hasMonthName ? Math.abs(one - monthAt) - Math.abs(other - monthAt) : 0))
    .map(([, { value }]) => value);
  if (!hasMonthName && others.length >= 2) {
    if (/[月월]/.test(rest)) return { year: year?.value, month: others[0], day: others[1] };
    return numericParts([others[0], others[1], year?.value ?? others[2]], context);
  }
  const [day] = others;
  const late = [...items.entries()].find(
    ([at, { value }]) => at > monthAt && value !== undefined && value !== day,
  )?.[1].value;
  if (text.search(phrasesOf(context.language, 'nextmonth')) >= 0) {
    const month = new Date(todayIn(context)).getUTCMonth() + 2;
    return { month: month > 12 ? 1 : month, day };
  }
  if (!hasMonthName && day === undefined && !year) return undefined;
  return { ...(hasMonthName && { month }), day, year: year?.value ?? (hasMonthName ? late : undefined) };
}

/** Japanese eras, and the year before their first. */
const ERAS = [
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
] as const;

/** A year in one number, or in two of two digits: “nineteen eighty five”. */
function yearAmong(items: readonly Item[]): { value: number; items: readonly Item[] } | undefined {
  const whole = items.find(
    ({ value = 0 }, at) => (value >= 1000 && value < 3000) || /^[年년]$/.test(items[at + 1]?.word ?? ''),
  );
  const era = ERAS.find(([name]) => items.some(({ word }) => word === name))?.[1] ?? 0;
  if (whole?.value) return { value: whole.value + era, items: [whole] };
  const at = items.findLastIndex(
    ({ value = 0 }, index) =>
      (items[index - 1]?.value === 19 || items[index - 1]?.value === 20) && value >= 10 && value < 100,
  );
  const pair = at > 0 ? items.slice(at - 1, at + 1) : [];
  const [century, year] = pair;
  return century?.value && year?.value ? { value: century.value * 100 + year.value, items: pair } : undefined;
}

/** A calendar date: written, in words, or relative to today. “Next Friday” is ambiguous while this week has a Friday. */
export function normalizeDate(words: string, context: ValueContext): Normalized<string> {
  const today = todayIn(context);
  const text = foldedWords(words);
  const explicit = datePartsOf(words, context);
  if (explicit?.month !== undefined && (explicit.day !== undefined || !isRelative(text, context.language)))
    return dateOf(explicit, today);
  const relative = relativeDate(text, today, context.language);
  return relative ?? (explicit ? dateOf(explicit, today) : { issue: 'missing' });
}

const isRelative = (text: string, language: Language) => relativeDate(text, 0, language) !== undefined;

/** The week after the next. */
const AFTER_NEXT = /再来週|ubernachste|다다음/;

/** Words that mean the coming one to some people, and that of the next week to others. */
const VAGUE = /next|nachst|prochain|volgende|prossim|proxim|depan|अगले|次の|다음/;

/** Other words for weeks: “Monday week”, “a fortnight”, “lundi en huit”. */
const WEEKS: readonly (readonly [RegExp, string])[] = [
  [/(?<=day) week(?!\p{L})/gu, ' in 1 week'],
  [/fortnight/g, '2 weeks'],
  [/ en huit(?!\p{L})/gu, ' dans 1 semaine'],
];

function relativeDate(said: string, today: number, language: Language): Normalized<string> | undefined {
  const text = WEEKS.reduce((words, [pattern, weeks]) => words.replace(pattern, weeks), said);
  const { weekdays, days } = namesIn(language);
  const named = [
    ...days.map((name, index) => [name, index - 2] as const),
    ...Object.entries(OTHER_DAYS[language] ?? {}),
  ]
    // In Hindi, the same word is for yesterday and tomorrow.
    .filter(([name]) => literally(language, [name]).test(text))
    .sort(([one, less], [other, more]) => other.length - one.length || more - less)[0];
  const weekday = weekdays.findIndex((all) => literally(language, all).test(text));
  const marks = marked(text, language, 'next', 'coming', 'week', 'day', 'month');
  const items = itemsOf(marks, language, 'ordinals');
  const at = items.findIndex(({ word }) => meaningOf(word, language, 'week', 'day', 'month'));
  const unit = at < 0 ? undefined : meaningOf(items[at]?.word ?? '', language, 'week', 'day', 'month');
  const isNextWeek = items.some(({ word }) => meaningOf(word, language, 'next'));
  const before = items[at - 1];
  const times = before?.value ?? (before && meaningOf(before.word, language, 'article') ? 1 : undefined);
  const count = isNextWeek || !unit ? undefined : times;
  const weekdayToday = (new Date(today).getUTCDay() + 6) % 7;
  if (weekday >= 0 && isNextWeek)
    return {
      value: iso(today + ((AFTER_NEXT.test(text) ? 14 : 7) - weekdayToday + ((weekday + 6) % 7)) * DAY_MS),
    };
  const ahead = weekday < 0 ? undefined : ((weekday - new Date(today).getUTCDay() + 6) % 7) + 1;
  const offset = count === undefined ? 0 : count * (unit === 'week' ? 7 : 1);
  if (ahead !== undefined) {
    const isComing = items.some(({ word }) => meaningOf(word, language, 'coming'));
    const isThisWeek = weekdayToday + ahead < 7;
    const value = iso(today + (ahead + offset) * DAY_MS);
    return isComing && isThisWeek && VAGUE.test(text)
      ? oneOf([value, iso(today + (ahead + 7) * DAY_MS)])
      : { value };
  }
  if (named) return { value: iso(today + (named[1] + offset) * DAY_MS) };
  if (count !== undefined && unit === 'month') return { issue: 'incomplete' };
  if (count !== undefined) return { value: iso(today + offset * DAY_MS) };
  return isNextWeek ? { issue: 'incomplete' } : undefined;
}

/** The date with the parts that the words name: “the thirteenth” keeps the month. */
export function correctDate(value: string, words: string, context: ValueContext): Normalized<string> {
  const parts = datePartsOf(words, context);
  const isWhole = parts?.month !== undefined && parts.day !== undefined && parts.year !== undefined;
  if (!parts || isWhole || isRelative(foldedWords(words), context.language))
    return normalizeDate(words, context);
  const [year, month, day] = value.split('-').map(Number);
  const said = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
  return dateOf({ year, month, day, ...said }, todayIn(context));
}
