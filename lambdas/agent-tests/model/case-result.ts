import * as z from 'zod/mini';
import { callTurn } from '../../calls/model/call-turns.ts';
import { comparedTurn } from './comparison.ts';
import { outcome, playedTurn } from './played.ts';
import { verdict } from './verdict.ts';

export const caseFigures = () =>
  z.object({
    turns: z.int(),
    tool_calls: z.int(),
    tokens: z.object({ input: z.int(), output: z.int() }),
    /** Milliseconds that the call would have lasted; an estimate. */
    call_ms: z.int(),
  });

/** What one run of a test comes to. Without a timed model, two runs with the same answers have equal results. */
export const caseResult = z.lazy(() =>
  z.object({
    /** `diverged`: only of a replay. */
    status: z.enum(['passed', 'failed', 'diverged', 'error']),
    /** Why the test could not be run, or proves nothing. */
    error: z.optional(z.string()),
    /** What was left out of a result that is too large to be stored. */
    cut: z.optional(z.string()),
    turns: z.array(playedTurn),
    /** The turns as a call shows them. Their times are those of the test's clock. */
    transcript: z.array(callTurn),
    /** The verdicts on `always` and `finally`, and on mocks that nothing used. */
    always: z.array(verdict),
    finally: z.array(verdict),
    outcome: z.optional(outcome),
    /** Only of a replay: each turn of the contact after which an agent decided something. */
    compared: z.optional(z.array(comparedTurn)),
    figures: caseFigures(),
  }),
);
export type CaseResult = z.infer<typeof caseResult>;
