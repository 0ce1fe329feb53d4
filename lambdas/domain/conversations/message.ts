import * as z from 'zod/mini';

export const message = z.lazy(() =>
  z.object({
    sender: z.enum(['agent', 'human']),
    text: z.string(),
    timestamp: z.string(),
  }),
);
export type Message = z.infer<typeof message>;
