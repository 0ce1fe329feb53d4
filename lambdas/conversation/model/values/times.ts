import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';
import { withoutDate } from './dates.ts';
import { foldedWords, type Meaning, marked, meaningOf } from './language-words.ts';
import { itemsOf } from './number-words.ts';
import { type Normalized, oneOf, type ValueContext } from './value.ts';

/** Where “half four” is half past three. */
const HALF_BEFORE: readonly Language[] = ['de', 'nl', 'id'];

const PARTS = ['half', 'quarter', 'past', 'to', 'less', 'am', 'pm', 'night', 'noon', 'midnight'] as const;

type Minutes = (numbers: readonly number[], halfHour: number) => number;

/** The forms of a time: n number, h half, q quarter, u quarter less, and p past, t to, l less, b before. Values are minutes of the day. */
const FORMS: readonly (readonly [RegExp, Minutes])[] = [
  [/[nq]phn/, ([minutes = 0, hour = 0], half) => hour * 60 + half + minutes],
  [/[nq]thn/, ([minutes = 0, hour = 0], half) => hour * 60 + half - minutes],
  [/hpn/, ([hour = 0]) => hour * 60 + 30],
  [/[nq]pn/, ([minutes = 0, hour = 0]) => hour * 60 + minutes],
  [/[nq]tn/, ([minutes = 0, hour = 0]) => hour * 60 - minutes],
  [/nl[nq]/, ([hour = 0, minutes = 0]) => hour * 60 - minutes],
  [/nnb/, ([hour = 0, minutes = 0]) => hour * 60 - minutes],
  [/hn/, ([hour = 0], half) => hour * 60 + half],
  [/nh/, ([hour = 0]) => hour * 60 + 30],
  [/nn|nq/, ([hour = 0, minutes = 0]) => (minutes > 59 ? Number.NaN : hour * 60 + minutes)],
  [/qn/, ([quarter = 0, hour = 0], half) => hour * 60 + quarter + (half < 0 ? -60 : 0)],
  // Hindi: “quarter less than two”.
  [/un/, ([hour = 0]) => hour * 60 - 15],
  [/n/, ([time = 0]) => (time >= 100 ? Math.floor(time / 100) * 60 + (time % 100) : time * 60)],
];

const CODES: Readonly<Partial<Record<Meaning, string>>> = {
  ...{ half: 'h', quarter: 'q', past: 'p', to: 't', less: 'l', noon: 'n', midnight: 'n' },
};
const codeOf = (meaning: Meaning, language: Language) =>
  meaning === 'to' && language === 'hi' ? 'u' : CODES[meaning];

const NUMBERS: Readonly<Partial<Record<Meaning, number>>> = { quarter: 15, noon: 12, midnight: 0 };

const CLOCK = /(?<![0-9])([0-9]{1,2}) ?[:.h] ?([0-9]{2})(?![0-9])/g;

/** A time of day as HH:MM. Hours that may be of the morning or the afternoon are ambiguous. */
export function normalizeTime(words: string, { language }: ValueContext): Normalized<string> {
  const clock = withoutDate(foldedWords(words), language)
    .replaceAll(/(?<![a-z])([ap])\. ?m\b\.?/g, ' $1m ')
    .replaceAll(/(?<=[0-9])(?=[ap]m\b)/g, ' ')
    .replaceAll(/drei ?viertel (?=\p{L})/gu, 'viertel vor ');
  const text = marked(clock.replaceAll(CLOCK, '$1 $2'), language, ...PARTS);
  const items = itemsOf(text.replaceAll(/\boh\b/g, 'zero'), language, 'numbers');
  const meanings = items.map(({ word }) => meaningOf(word, language, ...PARTS));
  let form = '';
  const numbers: number[] = [];
  for (const [at, { value, word }] of items.entries()) {
    const meaning = meanings[at];
    const isArticle = meanings[at + 1] === 'quarter' && meaningOf(word, language, 'article');
    const number = meaning ? NUMBERS[meaning] : isArticle ? undefined : value;
    // “eight oh five”
    if (number === 0 && numbers.length > 0 && items[at + 1]?.value !== undefined) continue;
    if (number !== undefined) numbers.push(number);
    form += (meaning && codeOf(meaning, language)) ?? (number === undefined ? '' : 'n');
    if (/^[前전]$/.test(word)) form += 'b';
  }
  const match = FORMS.find(([pattern]) => pattern.test(form));
  if (!match) return { issue: 'missing' };
  const before = form.slice(0, form.search(match[0])).match(/[nq]/g)?.length ?? 0;
  const minutes = match[1](numbers.slice(before), HALF_BEFORE.includes(language) ? -30 : 30);
  const isExact =
    /(?<![0-9])0[0-9] ?[:.h]|^[0-9]{2}:[0-9]{2}$/.test(clock) ||
    (form.startsWith('n') && numbers[0] === 0) ||
    meanings.some((meaning) => meaning === 'noon' || meaning === 'midnight');
  return timeOf(minutes, { isExact, part: dayPart(meanings), language });
}

const dayPart = (meanings: readonly (Meaning | undefined)[]) =>
  meanings.find((meaning) => meaning === 'am' || meaning === 'pm' || meaning === 'night');

interface Reading {
  readonly isExact: boolean;
  readonly part: Meaning | undefined;
  readonly language: Language;
}

function timeOf(minutes: number, { isExact, part, language }: Reading): Normalized<string> {
  if (!Number.isInteger(minutes) || minutes < -60 || minutes > 24 * 60) return { issue: 'invalid' };
  const [hour, minute] = [Math.floor(((minutes + 1440) % 1440) / 60), (minutes + 60) % 60];
  const at = (hours: number) => `${String(hours % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  if (isExact || hour > 12) return { value: at(hour) };
  const [morning, afternoon] = [hour % 12, (hour % 12) + 12];
  if (part === 'night') return { value: at(morning >= 6 ? afternoon : morning) };
  if (part) return { value: at(part === 'am' ? morning : afternoon) };
  // Without a part of the day, twelve is noon. A clock of 24 hours is for “9 Uhr” as it is written, and rarely for “3 Uhr”.
  if (hour === 12 || (hour >= 7 && hasDayOf24Hours(language))) return { value: at(hour) };
  return oneOf([at(morning), at(afternoon)]);
}

const hasDayOf24Hours = (language: Language) =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23';
