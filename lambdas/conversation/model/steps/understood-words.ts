import { isDeepStrictEqual } from 'node:util';
import type { CollectedValue } from '../../../agents/model/steps.ts';
import { countryOfNumber, digitGroups } from '../../../platform/phone-number.ts';
import type { Session } from '../session.ts';
import { correct } from '../values/correct.ts';
import { digitsIn, normalize } from '../values/normalize.ts';
import { MAX_WORDS, regionOf, type Value, type ValueContext } from '../values/value.ts';
import { containsPhrase, normalizedWords } from '../words/normalized-phrase.ts';
import type { Normalize } from './step-events.ts';

/** How the contact's words are understood in a conversation: by its language, and the country of the contact's number. */
export function valueContextOf({ settings, facts }: Session, now: Date): ValueContext {
  const region = facts?.contact_number && countryOfNumber(facts.contact_number);
  return { language: settings.language, region, now, timezone: facts?.timezone ?? 'UTC' };
}

/** Words that say a whole value are one; others may correct the value before. */
export const normalizeIn =
  (context: ValueContext): Normalize =>
  (type, words, { choices, before }) => {
    const own = { ...context, choices };
    const corrected =
      isValue(before) && before !== '' ? correct({ type, value: before, words }, own) : undefined;
    return corrected && 'value' in corrected ? corrected : normalize(type, words, own);
  };

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'currency' in value);

/** Types of values that people say in several turns: their digits count wherever they were said. */
const IN_DIGITS: ReadonlySet<string> = new Set(['phone_number', 'digits', 'card', 'number']);

interface Said {
  readonly collected: CollectedValue;
  /** What the model gives as the value. */
  readonly words: string;
  readonly before: unknown;
  /** The contact's turns since the step before this one was left. */
  readonly turns: readonly string[];
}

/** Whether the contact said a value: quoted, or by words that give it. Words without a value are no lie. */
export function wasSaid({ collected, words, before, turns }: Said, context: ValueContext): boolean {
  const { type, choices } = collected;
  const all = turns.join(' ').slice(-MAX_WORDS);
  if (isQuoted(all, words, context)) return true;
  const understand = normalizeIn(context);
  const given = understand(type, words, { choices });
  if ('issue' in given) return true;
  const gives = (text: string, former: unknown) => {
    const result = understand(type, text.slice(0, MAX_WORDS), { choices, before: former });
    return 'value' in result
      ? isDeepStrictEqual(result.value, given.value)
      : (result.candidates ?? []).some((candidate) => isDeepStrictEqual(candidate, given.value));
  };
  if ([...turns, all].some((text) => gives(text, undefined) || gives(text, before))) return true;
  return IN_DIGITS.has(type) && hasDigits(all, String(given.value), context);
}

/** Whether a text has these words. Japanese and Korean have no spaces, or particles, around a word. */
function isQuoted(text: string, words: string, { language }: ValueContext): boolean {
  if (language === 'ja' || language === 'ko') return containsPhrase(text, words);
  const quoted = normalizedWords(words);
  return quoted !== '' && ` ${normalizedWords(text)} `.includes(` ${quoted} `);
}

/** Whether words have all digits of a value. A phone number may be said without the code of its country. */
function hasDigits(said: string, value: string, context: ValueContext): boolean {
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const ways = [digits(value), digits(digitGroups(value, regionOf(context)).join(''))];
  const heard = digitsIn(said, context);
  return ways.some((way) => way !== '' && heard.includes(way));
}
