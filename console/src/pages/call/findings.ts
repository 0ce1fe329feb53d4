import type { Schema } from '../../api/client.ts';
import { labelOf } from '../../format/label.ts';

/** One result of an analysis. */
export interface Finding {
  readonly name: string;
  /** The value as text; undefined if there is none. */
  readonly value: string | undefined;
  readonly reason: Schema<'MissingReason'> | undefined;
  /** Words of the transcript that prove the value. */
  readonly quotations: readonly Schema<'CallAnalysisSummaryQuotation'>[];
}

/** Why a finding has no value, for a person. */
export const WHY_MISSING: Readonly<Record<Schema<'MissingReason'>, string>> = {
  not_said: 'Not mentioned.',
  not_answered: 'The model didn’t answer this.',
  no_quotation: 'Discarded: the model gave no quote for it.',
  quotation_not_found: 'Discarded: the model’s quote isn’t in the transcript.',
  quotation_insufficient:
    'Discarded: the model’s quote doesn’t prove the value. It is too short, lacks the negation, or is the agent’s.',
  does_not_fit: 'The value doesn’t match its schema.',
  other_language: 'The answer isn’t in the agent’s language.',
  too_large: 'The value was too large.',
};

/** Why an analysis failed, and what to do. */
export const WHY_FAILED: Readonly<Record<NonNullable<Schema<'CallAnalysis'>['error']>, string>> = {
  no_valid_answer: 'No language model gave a valid answer. Analyze the call again.',
  quota_exceeded: 'Today’s token quota is used up. Analyze the call again tomorrow.',
  too_large: 'The analysis is too large to store with the call. Extract fewer values.',
};

/** The results of an analysis, in reading order. */
export function findingsOf({
  summary,
  success,
  sentiment,
  extracted,
}: Partial<Schema<'CallAnalysis'>>): readonly Finding[] {
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
