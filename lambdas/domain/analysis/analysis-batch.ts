import * as z from 'zod/mini';
import { id } from '../fields.ts';

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
