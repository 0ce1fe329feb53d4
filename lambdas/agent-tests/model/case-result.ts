import * as z from 'zod/mini';
import { callTurn } from '../../calls/model/call-turns.ts';
import { comparedTurn } from './comparison.ts';
import { outcome, playedTurn } from './turns/played-turn.ts';
import { verdict } from './verdict.ts';

export const caseFigures = () =>
  z.object({
    turns: z.int(),
    tool_calls: z.int(),
    tokens: z.object({ input: z.int(), output: z.int() }),
    /** Milliseconds that the call would have lasted; an estimate. */
    call_ms: z.int(),
    /** How often each step and each exit was taken, such as `identify → pay`; `*` for one of every step. */
    steps: z.optional(z.record(z.string(), z.int())),
    exits: z.optional(z.record(z.string(), z.int())),
  });

/** The result of one run of a test. Without a timed model, two runs with the same answers have equal results. */
export const caseResult = z.lazy(() =>
  z.object({
    /** `diverged`: only in a replay. */
    status: z.enum(['passed', 'failed', 'diverged', 'error']),
    /** Why the test could not be run, or proves nothing. */
    error: z.optional(z.string()),
    /** What was left out because the result was too large to store. */
    cut: z.optional(z.string()),
    turns: z.array(playedTurn),
    /** The turns as a call shows them. Their times are those of the test's clock. */
    transcript: z.array(callTurn),
    /** The verdicts on `always` and `finally`, and on unused mocks. */
    always: z.array(verdict),
    finally: z.array(verdict),
    outcome: z.optional(outcome),
    /** Only in a replay: each turn of the contact after which an agent decided something. */
    compared: z.optional(z.array(comparedTurn)),
    figures: caseFigures(),
  }),
);
export type CaseResult = z.infer<typeof caseResult>;
