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
  /** The call was invalid, so nothing was done. */
  refused: z.optional(z.literal(true)),
});
export type ToolUse = z.infer<typeof toolUse>;

/** One turn of a test: what the contact did, and what the agent said and did before the next one. */
export const playedTurn = z.lazy(() =>
  z.object({
    /** The turn of the script, counted from 1; 0 is the beginning, with the greeting. */
    turn: z.int(),
    /** What the contact did, such as `says "Tuesday please"`. */
    contact: z.string(),
    /** The words that the agent sent. If the answer was interrupted, `heard` is shorter. */
    says: z.string(),
    heard: z.optional(z.string()),
    tools: z.array(toolUse),
    /** The step after it, those that were entered in it, and all values if one changed. */
    step: z.optional(z.string()),
    entered: z.optional(z.array(z.string())),
    values: z.optional(z.record(z.string(), callValue)),
    /** Milliseconds to the agent's first words: of tools by the test's clock, and of models if they are timed. */
    answered_ms: z.optional(z.int()),
    /** It began while the agent spoke or may still have worked on the previous turn. */
    cuts: z.optional(z.literal(true)),
    /** The agent had already left the call. */
    unplayed: z.optional(z.literal(true)),
    /** The transcript's turns that it added. The remainder of an interrupted answer is in the next ones. */
    transcript: z.array(z.int()),
    verdicts: z.array(verdict),
  }),
);
export type PlayedTurn = z.infer<typeof playedTurn>;

export const outcome = z.lazy(() =>
  z.object({
    /** `nobody`: the script ended before the call. */
    ended_by: z.enum(['agent', 'contact', 'nobody']),
    transferred: z.boolean(),
    /** Present if the test expects it. */
    answered_by: z.optional(answeredBy),
  }),
);
export type Outcome = z.infer<typeof outcome>;
