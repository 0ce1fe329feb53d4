import { isDeepStrictEqual } from 'node:util';
import { type CollectedValue, collectedBy, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { countryOfNumber, digitGroups } from '../../../platform/phone-number.ts';
import { valuesOf } from '../filled-texts.ts';
import { PHRASES } from '../phrases.ts';
import type { Session } from '../session.ts';
import { correct } from '../values/correct.ts';
import { digitsIn, normalize } from '../values/normalize.ts';
import { readBack } from '../values/read-back.ts';
import { MAX_WORDS, plainWords, regionOf, type Value, type ValueContext } from '../values/value.ts';
import { containsPhrase, normalizedWords } from '../words/normalized-phrase.ts';
import type { Normalize, StepEffect } from './step-events.ts';
import { isStanding } from './steps-state.ts';

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

type Context = Pick<ValueContext, 'language' | 'region'>;

/** Fields of a value, such as account.name, down to this depth. */
const MAX_DEPTH = 3;

/** What `${name}` stands for in the words of a step: the call's values, and those that stand, but none of a secure step. */
export function spokenValues(session: Session, context: Context): Readonly<Record<string, string>> {
  const { steps: state, settings } = session;
  const spoken = Object.entries(valuesOf(session));
  const collected = new Map(settings.steps ? collectedBy(settings.steps) : []);
  for (const [name, stored] of Object.entries(state?.values ?? {})) {
    const kind = collected.get(name);
    if (stored.secure || !isStanding(stored, kind)) continue;
    if (kind) {
      const words = { type: kind.type, value: stored.value as Value, mode: 'read_back' as const };
      spoken.push([name, readBack(words, context)]);
    } else spoken.push(...fieldsOf(name, stored.value, MAX_DEPTH));
  }
  return Object.fromEntries(spoken);
}

function fieldsOf(name: string, value: unknown, depth: number): [string, string][] {
  if (isObject(value))
    return depth === 0
      ? []
      : Object.entries(value).flatMap(([field, inner]) => fieldsOf(`${name}.${field}`, inner, depth - 1));
  return typeof value === 'string' || typeof value === 'number' ? [[name, plainWords(String(value))]] : [];
}

type ReadBackEffect = Extract<StepEffect, { type: 'read_back' }>;

/** The words in which each value is read back, and the question whether they are right. */
export function readBackWords(effects: readonly ReadBackEffect[], session: Session, context: Context) {
  const collect = entryOf(session.settings.steps?.steps ?? {}, session.steps?.step ?? '')?.collect ?? {};
  const events = effects.flatMap(({ name, value, mode }) => {
    const type = entryOf(collect, name)?.type;
    if (type === undefined) return [];
    const words = readBack({ type, value: value as Value, mode }, context);
    return [{ type: 'read_back' as const, name, value, words }];
  });
  const { confirm, is_right } = PHRASES[context.language];
  const text = `${confirm} ${events.map(({ words }) => words).join('; ')}. ${is_right}`;
  return { events, says: events.length > 0 ? [text] : [] };
}
