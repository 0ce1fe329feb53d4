import * as z from 'zod/mini';
import { SchemaTooCostly, schemaIssues } from '../../../actions/model/json-schema.ts';
import { type AnalysisSettings, extractedFields } from '../../../agents/model/analysis-settings.ts';
import { hasTextNames, isWithinBounds } from '../../../conversation/model/actions/check-tool-call.ts';
import { isOtherLanguage } from '../../../conversation/model/spoken-language.ts';
import type { Message } from '../../../conversation/model/transcript-message.ts';
import { Transcript } from '../../../conversation/model/words/find-quotations.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { storable } from '../../../platform/storable.ts';
import type { Language } from '../../../vendors/model/languages.ts';
import { fieldQuestion, QUESTIONS } from './ask-analysis.ts';
import {
  type Findings,
  type MissingReason,
  type Quotation,
  sentiment as sentimentValue,
} from './call-analysis.ts';

const answered = z.object({
  answers: z.array(
    z.object({
      question: z.string(),
      value: z.unknown(),
      quotations: z.optional(z.nullable(z.array(z.string()))),
    }),
  ),
});
type Answer = z.infer<typeof answered>['answers'][number];

/** Bounds of a value, in bytes of JSON and in depth, and of its quotations. */
const MAX_VALUE_BYTES = 4_000;
/** Milliseconds for checking all values against their schemas, which may have costly patterns. */
const MAX_CHECKS_MS = 2_000;
const MAX_DEPTH = 20;
const MAX_QUOTATIONS = 10;

interface Finding<Value> {
  readonly value: Value | null;
  readonly reason?: MissingReason;
  readonly quotations: Quotation[];
}

type Fit<Value> = { readonly value: Value } | { readonly reason: MissingReason };

interface Judging {
  readonly messages: readonly Message[];
  readonly language: Language;
  readonly languages: readonly Language[];
}

/** Whose words can prove a value. The agent's words prove nothing about the contact. */
type ProvenBy = 'contact' | 'anyone';

/** Reads a JSON answer, or throws. Keeps only values that fit, and that their quotations prove. */
export function provenFindings(settings: AnalysisSettings, answer: string, judging: Judging): Findings {
  const json = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  const { answers } = answered.parse(parseJson(json));
  const transcript = new Transcript(judging.messages, judging.languages);
  // The first answer to a question counts.
  const answersByQuestion = new Map(answers.toReversed().map((one) => [one.question, one]));
  const find = <Value>(question: string, provenBy: ProvenBy, fit: (value: unknown) => Fit<Value>) =>
    judge(answersByQuestion.get(question), { transcript, provenBy, fit });
  const { summary, success_rubric, sentiment, extract } = settings;
  const checkedUntil = performance.now() + MAX_CHECKS_MS;
  return {
    ...(summary && {
      summary: find(QUESTIONS.summary, 'anyone', (value) => fitSummary(value, judging.language)),
    }),
    ...(success_rubric && { success: find(QUESTIONS.success, 'anyone', fitTo(z.boolean())) }),
    ...(sentiment && { sentiment: find(QUESTIONS.sentiment, 'contact', fitTo(sentimentValue)) }),
    ...(extract && {
      extracted: Object.fromEntries(
        [...extractedFields(settings).keys()].map((name) => [
          name,
          find(fieldQuestion(name), 'contact', (value) => fitField(value, { name, extract, checkedUntil })),
        ]),
      ),
    }),
  };
}

function judge<Value>(
  answer: Answer | undefined,
  {
    transcript,
    provenBy,
    fit,
  }: {
    readonly transcript: Transcript;
    readonly provenBy: ProvenBy;
    readonly fit: (value: unknown) => Fit<Value>;
  },
): Finding<Value> {
  const missing = (reason: MissingReason) => ({ value: null, reason, quotations: [] });
  if (!answer) return missing('not_answered');
  const meanings = meaningsOf(answer.value);
  if (meanings.includes(null)) return missing('not_said');
  const [first, other] = meanings.map(fit);
  const isRefused = first && 'reason' in first && first.reason === 'too_large';
  const fits = [first, isRefused ? undefined : other].filter((one) => one !== undefined);
  const fitting = fits.find((one) => 'value' in one);
  if (!fitting)
    return missing(fits.flatMap((one) => ('reason' in one ? one.reason : []))[0] ?? 'does_not_fit');
  const quotedTexts = (answer.quotations ?? []).filter((text) => text.trim() !== '');
  if (quotedTexts.length === 0) return missing('no_quotation');
  if (quotedTexts.length > MAX_QUOTATIONS) return missing('too_large');
  const matches = quotedTexts.flatMap((text) => transcript.find(text) ?? []);
  if (matches.length < quotedTexts.length) return missing('quotation_not_found');
  const isOfContact = matches.some(({ sender }) => sender === 'human');
  if (matches.some(({ isProof }) => !isProof) || (provenBy === 'contact' && !isOfContact))
    return missing('quotation_insufficient');
  return { value: fitting.value, quotations: matches.map(({ isProof: _, ...quotation }) => quotation) };
}

/** The possible meanings of a value: JSON that is written as text, or the text itself. */
function meaningsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [value ?? null];
  try {
    return [parseJson(value), value];
  } catch {
    return [value];
  }
}

const fitTo =
  <Schema extends z.ZodMiniType>(schema: Schema) =>
  (value: unknown): Fit<z.output<Schema>> => {
    const { success, data } = schema.safeParse(value);
    return success ? { value: data } : { reason: 'does_not_fit' };
  };

function fitSummary(value: unknown, language: Language): Fit<string> {
  if (typeof value !== 'string' || value.trim() === '') return { reason: 'does_not_fit' };
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return { reason: 'too_large' };
  return isOtherLanguage(value, language) ? { reason: 'other_language' } : { value: value.trim() };
}

/** Checks a value against the schema of its field, with the definitions to which the schema may refer. */
function fitField(
  value: unknown,
  {
    name,
    extract,
    checkedUntil,
  }: {
    readonly name: string;
    readonly extract: NonNullable<AnalysisSettings['extract']>;
    readonly checkedUntil: number;
  },
): Fit<unknown> {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES) return { reason: 'too_large' };
  if (!isWithinBounds(value, MAX_DEPTH) || !hasTextNames(value)) return { reason: 'too_large' };
  const { properties, $defs, definitions } = extract;
  const schema = {
    type: 'object',
    properties,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
  try {
    const issues = schemaIssues(
      schema,
      { [name]: value },
      Math.max(1, Math.ceil(checkedUntil - performance.now())),
    );
    return issues.length > 0 ? { reason: 'does_not_fit' } : { value: storable({ value }).value };
  } catch (error) {
    if (error instanceof SchemaTooCostly) return { reason: 'too_large' };
    throw error;
  }
}
