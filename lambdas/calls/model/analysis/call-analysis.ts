import * as z from 'zod/mini';
import { id, utcTime } from '../../../platform/fields.ts';

export const missingReason = z.enum([
  'not_said',
  'not_answered',
  /** The model gave no quotation that proves the value. */
  'no_quotation',
  /** A quotation is not in the transcript, so the value may be invented. */
  'quotation_not_found',
  /** A quotation is too short, omits a negation, or isn't the contact's. */
  'quotation_insufficient',
  'does_not_fit',
  'other_language',
  'too_large',
]);
export type MissingReason = z.infer<typeof missingReason>;

const quotation = z.object({
  message: z.int(),
  sender: z.enum(['agent', 'human']),
  text: z.string(),
});
export type Quotation = z.infer<typeof quotation>;

const finding = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({
    value: z.nullable(value),
    reason: z.optional(missingReason),
    quotations: z.array(quotation),
  });

export const sentiment = z.enum(['positive', 'neutral', 'negative']);

export const extractedValue = z.lazy(() => finding(z.unknown()));

export const callAnalysis = z.lazy(() =>
  z.object({
    run: z.int(),
    at: utcTime(),
    status: z.enum(['done', 'failed']),
    error: z.optional(z.enum(['no_valid_answer', 'quota_exceeded', 'too_large'])),
    model: z.optional(z.string()),
    tokens: z.optional(z.object({ input: z.int(), output: z.int(), cached: z.int() })),
    tokens_are_estimated: z.optional(z.literal(true)),
    messages_left_out: z.optional(z.int()),
    summary: z.optional(finding(z.string())),
    success: z.optional(finding(z.boolean())),
    sentiment: z.optional(finding(sentiment)),
    extracted: z.optional(z.record(z.string(), extractedValue)),
  }),
);
export type CallAnalysis = z.infer<typeof callAnalysis>;

export type Findings = Pick<CallAnalysis, 'summary' | 'success' | 'sentiment' | 'extracted'>;

export const analysisRequest = z.object({ run: z.int(), at: z.string() });

/** Maximum analyses of one call, including the first: each costs tokens. */
export const MAX_ANALYSES = 10;

/** Seconds after which an analysis that did not arrive may be requested again: longer than all of its attempts take. */
export const ANALYSIS_SECONDS = 900;

const MAX_CALLS = 100;

export const requestedAnalysis = z.lazy(() => z.object({ id, run: z.int() }));
export type RequestedAnalysis = z.infer<typeof requestedAnalysis>;

export const analysisBatchInput = z.lazy(() =>
  z.strictObject({ calls: z.array(id).check(z.minLength(1), z.maxLength(MAX_CALLS)) }),
);

export const analysisBatchResult = z.lazy(() =>
  z.union([
    z.object({ id, run: z.int() }),
    z.object({ id, error: z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() }) }),
  ]),
);
export type AnalysisBatchResult = z.infer<typeof analysisBatchResult>;

export const analysisBatch = z.lazy(() => z.object({ results: z.array(analysisBatchResult) }));

/** Whether a call has words that may be kept and analyzed. */
export const canBeAnalyzed = ({
  hipaa_compliant,
  messages = [],
}: {
  readonly hipaa_compliant: boolean;
  readonly messages?: readonly unknown[] | undefined;
}): boolean => !hipaa_compliant && messages.length > 0;
