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
    call_ms: z.int(),
    steps: z.optional(z.record(z.string(), z.int())),
    exits: z.optional(z.record(z.string(), z.int())),
  });

/** The result of one run of a test. Without a timed model, two runs with the same answers have equal results. */
export const caseResult = z.lazy(() =>
  z.object({
    status: z.enum(['passed', 'failed', 'diverged', 'error']),
    error: z.optional(z.string()),
    cut: z.optional(z.string()),
    turns: z.array(playedTurn),
    transcript: z.array(callTurn),
    always: z.array(verdict),
    finally: z.array(verdict),
    outcome: z.optional(outcome),
    compared: z.optional(z.array(comparedTurn)),
    figures: caseFigures(),
  }),
);
export type CaseResult = z.infer<typeof caseResult>;
