import * as z from 'zod/mini';
import { utcTime } from '../../platform/fields.ts';

/** A line of a call's transcript. Its time is ISO 8601 in UTC. */
export const message = z.lazy(() =>
  z.object({ sender: z.enum(['agent', 'human']), text: z.string(), timestamp: utcTime() }),
);
export type Message = z.infer<typeof message>;
