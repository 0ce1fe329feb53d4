import * as z from 'zod/mini';
import { callValue } from '../../../conversation/model/steps/call-steps.ts';
import { answeredBy } from '../../../vendors/model/answered-by.ts';
import { verdict } from '../verdict.ts';

/** Milliseconds per character of the agent's voice: an estimate, since nothing is spoken. */
export const CHARACTER_MS = 65;

const toolUse = z.object({
  name: z.string(),
  args: z.unknown(),
  output: z.unknown(),
  failed: z.boolean(),
  refused: z.optional(z.literal(true)),
});
export type ToolUse = z.infer<typeof toolUse>;

/** One turn of a test: what the contact did, and what the agent said and did before the next one. */
export const playedTurn = z.lazy(() =>
  z.object({
    turn: z.int(),
    contact: z.string(),
    says: z.string(),
    heard: z.optional(z.string()),
    tools: z.array(toolUse),
    step: z.optional(z.string()),
    entered: z.optional(z.array(z.string())),
    values: z.optional(z.record(z.string(), callValue)),
    answered_ms: z.optional(z.int()),
    cuts: z.optional(z.literal(true)),
    unplayed: z.optional(z.literal(true)),
    transcript: z.array(z.int()),
    verdicts: z.array(verdict),
  }),
);
export type PlayedTurn = z.infer<typeof playedTurn>;

export const outcome = z.lazy(() =>
  z.object({
    ended_by: z.enum(['agent', 'contact', 'nobody']),
    transferred: z.boolean(),
    answered_by: z.optional(answeredBy),
  }),
);
export type Outcome = z.infer<typeof outcome>;
