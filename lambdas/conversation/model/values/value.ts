import { valueType } from '../../../agents/model/steps.ts';
import { withoutHidden } from '../../../platform/fields.ts';
import { LANGUAGE_TAGS, type Language } from '../../../vendors/model/languages.ts';

export const VALUE_TYPES = valueType.options;
export type ValueType = (typeof VALUE_TYPES)[number];

/** A sum of money: a decimal number with the digits of its currency (ISO 4217). */
export interface Amount {
  readonly amount: string;
  readonly currency: string;
}

/** A value as it is stored: E.164, an ISO date, HH:MM, a decimal number, digits, an amount, or text. */
export type Value = string | Amount;

/** Why words give no value: they have none, a part is missing, it can't exist, or it may be one of several. */
export type ValueIssue = 'missing' | 'incomplete' | 'invalid' | 'ambiguous';

export type Normalized<V extends Value = Value> =
  | { readonly value: V }
  | { readonly issue: ValueIssue; readonly candidates?: readonly V[] };

export interface ValueContext {
  readonly language: Language;
  /** The country of national numbers, currencies and the order of dates (ISO 3166). @default that of the language */
  readonly region?: string | undefined;
  readonly now: Date;
  /** The contact's time zone (IANA). */
  readonly timezone: string;
  readonly choices?: readonly string[] | undefined;
}

/** Most characters of the words that may hold a value. */
export const MAX_WORDS = 500;

const found = <V extends Value>(value: V) => ({ value });
const issue = (kind: ValueIssue) => ({ issue: kind });

/** The one candidate, or the issue that there are none or several. */
export function oneOf<V extends Value>(
  candidates: readonly V[],
  none: ValueIssue = 'missing',
): Normalized<V> {
  const [first, ...others] = [...new Set(candidates)];
  if (first === undefined) return issue(none);
  return others.length > 0 ? { issue: 'ambiguous', candidates: [first, ...others] } : found(first);
}

export const regionOf = ({ language, region }: Pick<ValueContext, 'language' | 'region'>): string =>
  region ?? LANGUAGE_TAGS[language].slice(-2);

/** The words without markup, control characters and marks of direction. */
export const plainWords = (words: string): string =>
  withoutHidden(words.normalize('NFC').replaceAll(/<[/!A-Za-z][^<>]*>/g, ''))
    .replaceAll(/\p{Co}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
