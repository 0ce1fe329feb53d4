import type { Schema } from '../../api/client.ts';
import { labelOf } from '../../format/label.ts';

/** Something that an analysis was to find out. */
export interface Finding {
  readonly name: string;
  /** The value as text; undefined if there is none. */
  readonly value: string | undefined;
  readonly reason: Schema<'MissingReason'> | undefined;
  readonly quotations: readonly Quotation[];
}

/** Words of the transcript that prove a value. */
interface Quotation {
  readonly message: number;
  readonly sender: 'agent' | 'human';
  readonly text: string;
}

/** Why a finding has no value, for a person. */
export const WHY_MISSING: Readonly<Record<Schema<'MissingReason'>, string>> = {
  not_said: 'It was not said.',
  not_answered: 'The model did not answer this.',
  no_quotation: 'The model gave no words that prove it, so its value was dropped.',
  quotation_not_found: 'The words that the model quoted were not said, so its value was dropped.',
  quotation_insufficient:
    'The words that the model quoted do not prove its value: too few, without their negation, or only the agent’s.',
  does_not_fit: 'The value did not fit its schema.',
  other_language: 'The answer was in another language than the agent’s.',
  too_large: 'The value was too large.',
};

/** Why an analysis failed, and what to do. */
export const WHY_FAILED: Readonly<Record<NonNullable<Schema<'CallAnalysis'>['error']>, string>> = {
  no_valid_answer: 'No language model gave a valid answer. Analyze the call again.',
  quota_exceeded: 'Your tokens of the day were used up. Analyze the call again tomorrow.',
  too_large: 'The analysis is too large to be kept with the call. Ask for less.',
};

/** What an analysis has found out, in the order in which a person reads it. */
export function findingsOf({
  summary,
  success,
  sentiment,
  extracted,
}: Schema<'CallAnalysis'>): readonly Finding[] {
  const all = [
    ['Summary', summary],
    ['Success', success],
    ['Sentiment', sentiment],
    ...Object.entries(extracted ?? {}).map(([name, found]) => [labelOf(name), found] as const),
  ] as const;
  return all.flatMap(([name, found]) =>
    found ? [{ name, value: textOf(found.value), reason: found.reason, quotations: found.quotations }] : [],
  );
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
