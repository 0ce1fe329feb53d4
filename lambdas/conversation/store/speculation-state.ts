import * as z from 'zod/mini';

/** Which invocation waits with the latest partial words, and whether it asked the model. Words only as hashes. */
export const speculationState = z.lazy(() =>
  z.object({
    invocation: z.optional(z.string()),
    partial_ms: z._default(z.number(), 0),
    words_hash: z._default(z.string(), ''),
    /** The session's generation and number of turns if these words become final. Present if the model was asked. */
    generation: z.optional(z.number()),
    turns: z.optional(z.number()),
    /** The number of speculative requests in the turn of the generation `requests_of`. */
    requests: z._default(z.number(), 0),
    requests_of: z.optional(z.number()),
    /** The invocation that answers the final words; empty if none of those that wait with parts of them does. */
    final_for: z.optional(z.string()),
    final_ms: z._default(z.number(), 0),
    /** The latest speculation whose turn is answered, and by which invocation: its own, or that of the final words. */
    claimed_invocation: z.optional(z.string()),
    claimed_by: z.optional(z.enum(['partial', 'final'])),
    /** Tokens of this conversation's requests whose answers were dropped; estimates. */
    dropped_tokens: z._default(z.number(), 0),
  }),
);
export type SpeculationState = z.infer<typeof speculationState>;
