import * as z from 'zod/mini';

/** A message of a call, with the words that were heard. */
export const message = z.lazy(() =>
  z.object({
    sender: z.enum(['agent', 'human']),
    text: z.string(),
    timestamp: z.string(),
  }),
);
export type Message = z.infer<typeof message>;
