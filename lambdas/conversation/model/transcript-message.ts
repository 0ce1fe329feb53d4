import * as z from 'zod/mini';

/** A line of a call's transcript. Its time is ISO 8601 in UTC. */
export const message = z.lazy(() =>
  z.object({ sender: z.enum(['agent', 'human']), text: z.string(), timestamp: z.string() }),
);
export type Message = z.infer<typeof message>;
