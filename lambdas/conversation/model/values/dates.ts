import { dateFormat } from '../../../platform/clock.ts';
import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';
import { foldedWords, literally, type Meaning, marked, meaningOf, phrasesOf } from './language-words.ts';
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
  ...{ nl: { morgenochtend: 1, morgenmiddag: 1, morgenavond: 1 }, hi: { आज: 0 }, id: { 'besok lusa': 2 } },
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
  const isWord = (name: string) => /^\p{L}[\p{L}\p{M}]/u.test(name);
  // In French, “sept” is a number, too.
  const isNumber = (name: string) =>
    itemsOf(name, language, 'numbers').some(({ digits }) => digits !== undefined);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const made = {
    months: Array.from({ length: 12 }, (_, month) => {
      const date = new Date(Date.UTC(2026, month, 5));
      return [
        format({ month: 'long' }, date),
        format({ month: 'short' }, date),
        OTHER_MONTHS[language]?.[month + 1] ?? '',
      ];
    }).map((all) => all.filter((name) => isWord(name) && !isNumber(name))),
    weekdays: Array.from({ length: 7 }, (_, day) => {
      const name = format({ weekday: 'long' }, new Date(Date.UTC(2026, 1, day + 1)));
      // In Indonesian, the name of Sunday is also the word for a week.
      return [name === 'minggu' ? 'hari minggu' : name, name.replace(/-feira$|(?<=曜)日$/, '')].filter(
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

const todayIn = ({ now, timezone }: Pick<ValueContext, 'now' | 'timezone'>): number =>
  Date.parse(dateFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(now));

/** A year of two digits lies at most ten years ahead. */
function fullYear(year: number, today: number): number {
  if (year >= 100) return year;
  const thisYear = new Date(today).getUTCFullYear();
  const century = thisYear - (thisYear % 100);
  return century + year <= thisYear + 10 ? century + year : century - 100 + year;
}

interface DateParts {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** The date with these parts; without a year, or a month, the next such day. */
function dateOf({ year, month, day }: DateParts, today: number): Normalized<string> {
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

/** Times of day beside a date. */
const CLOCK = /(?<![0-9])[0-9]{1,2}(?:[:h][0-9]{2}|(?:[:.][0-9]{2})? ?(?:[ap]\.?m\b\.?|uhr|uur|heures?))/g;

/** Words about a time of day without the month and the day beside it. */
export function withoutDate(text: string, language: Language): string {
  const months = literally(language, namesIn(language).months.flat()).source;
  const day = '[0-9]{1,2}(?:st|nd|rd|th|er|[.º])?';
  const date = `(?:${day} (?:de |of )?)?${months}(?: ${day}(?![0-9:.h]| ?[ap]m| uhr))?|[0-9]{1,2} ?[月월] ?[0-9]{1,2} ?[日일]`;
  return text.replaceAll(new RegExp(date, 'gu'), ' ');
}

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
function datePartsOf(words: string, context: ValueContext): DateParts | undefined {
  const { language } = context;
  const text = foldedWords(words).replaceAll(CLOCK, ' ');
  const { months } = namesIn(language);
  const names = months.find((all) => literally(language, all).test(text));
  const numeric = NUMERIC.exec(text);
  // “tomorrow at 3.30” has a time of day.
  if (numeric && (numeric[3] || !(names || isRelative(text, language))))
    return numericParts(
      numeric.slice(1).map((digits) => (digits ? Number(digits) : undefined)),
      context,
    );
  if (names)
    return partsBeside(text.replace(literally(language, names), ' § '), months.indexOf(names) + 1, language);
  const items = itemsOf(text, language, 'ordinals');
  const year = yearAmong(items);
  const [first, second, third] = numbersAmong(items, year?.items);
  if (text.search(phrasesOf(language, 'nextmonth')) >= 0)
    return { month: ((new Date(todayIn(context)).getUTCMonth() + 1) % 12) + 1, day: first };
  // Months of Japanese and Korean have numbers.
  if (second !== undefined && /[月월]/.test(text)) return { year: year?.value, month: first, day: second };
  if (second !== undefined) return numericParts([first, second, year?.value ?? third], context);
  return first === undefined && !year ? undefined : { day: first, year: year?.value };
}

/** Day and year beside the name of a month, for which there is a sign in the text. */
function partsBeside(text: string, month: number, language: Language): DateParts {
  const items = itemsOf(text, language, 'ordinals');
  const year = yearAmong(items);
  const at = items.findIndex(({ word }) => word === '§');
  const distance = (item: Item) => Math.abs(items.indexOf(item) - at);
  const near = items.toSorted((one, other) => distance(one) - distance(other));
  const [day] = numbersAmong(near, year?.items);
  // A year of two digits follows at once: “5 June 85”, but not “June 5 at 3”.
  const following = items
    .slice(at + 1)
    .find(({ word, value }) => value !== day && !/^(?:[,.]|de|del|du|do|of)$/.test(word));
  return { month, day, year: year?.value ?? following?.value };
}

const numbersAmong = (items: readonly Item[], without: readonly Item[] = []) =>
  items.flatMap((item) => (item.value === undefined || without.includes(item) ? [] : [item.value]));

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
    .filter(([name]) => literally(language, [name]).test(text))
    // In Hindi, the same word is for yesterday and tomorrow.
    .sort(([one, less], [other, more]) => other.length - one.length || more - less)[0];
  const weekday = weekdays.findIndex((all) => literally(language, all).test(text));
  const items = itemsOf(marked(text, language, 'next', 'coming', ...UNITS), language, 'ordinals');
  const hasWord = (meaning: Meaning) => items.some(({ word }) => meaningOf(word, language, meaning));
  const isNextWeek = hasWord('next');
  const { unit, count } = isNextWeek ? {} : spanIn(items, language);
  const offset = (count ?? 0) * (unit === 'week' ? 7 : 1);
  if (offset > MAX_DAYS) return { issue: 'invalid' };
  const daysAhead = (count: number) => ({ value: iso(today + count * DAY_MS) });
  const dayOfWeek = (new Date(today).getUTCDay() + 6) % 7;
  if (weekday >= 0) {
    const wanted = (weekday + 6) % 7;
    if (isNextWeek) return daysAhead((AFTER_NEXT.test(text) ? 14 : 7) - dayOfWeek + wanted);
    const ahead = ((wanted - dayOfWeek + 6) % 7) + 1;
    const isVague = hasWord('coming') && dayOfWeek + ahead < 7 && VAGUE.test(text);
    return isVague
      ? oneOf([ahead, ahead + 7].map((each) => daysAhead(each).value))
      : daysAhead(ahead + offset);
  }
  if (named) return daysAhead(named[1] + offset);
  if (isNextWeek || (count !== undefined && unit === 'month')) return { issue: 'incomplete' };
  return count === undefined ? undefined : daysAhead(offset);
}

/** Most days between today and a date that is said by them. */
const MAX_DAYS = 3_660;

const UNITS = ['week', 'day', 'month'] as const;

/** A number of days, weeks or months, such as “two weeks”. */
function spanIn(items: readonly Item[], language: Language) {
  const at = items.findIndex(({ word }) => meaningOf(word, language, ...UNITS));
  const [before, unit] = [items[at - 1], items[at]];
  if (!before || !unit) return {};
  const count = before.value ?? (meaningOf(before.word, language, 'article') ? 1 : undefined);
  return { unit: meaningOf(unit.word, language, ...UNITS), count };
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
