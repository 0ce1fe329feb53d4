import type { Language } from '../../../vendors/model/languages.ts';
import type { ValueIssue, ValueType } from './value.ts';

/** What a value of a type is, in words for the language model. */
export const VALUE_NAMES: Readonly<Record<ValueType, string>> = {
  phone_number: 'a phone number',
  email: 'an e-mail address',
  date: 'a date',
  time: 'a time of day',
  number: 'a number',
  amount: 'an amount of money',
  name: 'a name',
  address: 'a postal address',
  choice: 'one of the choices',
  text: 'an answer',
  digits: 'a row of digits',
  card: 'a card number',
};

const ISSUES: Readonly<Record<ValueIssue, (name: string) => string>> = {
  missing: (name) => `The words contain no value: ask for ${name}.`,
  incomplete: (name) => `Only a part of ${name} was said: ask for all of it.`,
  invalid: (name) => `The words are not ${name} that can exist: say what you understood, and ask again.`,
  ambiguous: (name) => `The words may be more than one value: ask which is meant, until there is ${name}.`,
};

/** What helps more than the general hint. */
const HINTS: Readonly<Partial<Record<`${ValueType} ${ValueIssue}`, string>>> = {
  'phone_number incomplete': 'Digits are missing: ask for the whole number with its area code.',
  'phone_number invalid': 'No such phone number exists: ask for it again, digit by digit.',
  'email incomplete': 'The part after the at sign is missing or has no dot: ask for the whole address.',
  'email invalid': 'No such address can exist: ask the contact to spell it.',
  'date incomplete': 'The day is missing: ask for day and month.',
  'date ambiguous': 'More than one day may be meant: ask for the day of the month.',
  'time ambiguous': 'Morning or afternoon? Ask which.',
  'choice missing': 'None of the choices was named: read the choices out.',
  'card invalid':
    'The check digit is wrong, so a digit was misheard: ask for the card number in groups of four.',
  'card incomplete': 'Digits are missing: ask for the card number in groups of four.',
};

/** Languages of other scripts: addresses have Latin letters only. */
const SPELLS_LATIN: readonly Language[] = ['hi', 'ja', 'ko'];

export function asksAgain(type: ValueType, issue: ValueIssue, language: Language): string {
  const hint = HINTS[`${type} ${issue}`] ?? ISSUES[issue](VALUE_NAMES[type]);
  return type === 'email' && issue === 'invalid' && SPELLS_LATIN.includes(language)
    ? `${hint} It has Latin letters only.`
    : hint;
}
