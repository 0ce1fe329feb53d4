import * as z from 'zod/mini';
import { requiredText, utcTime } from '../../platform/fields.ts';

const state = z.enum(['fine', 'test', 'note']);

export const reviewInput = z.lazy(() =>
  z.strictObject({ state: z.nullable(state), note: z.optional(z.nullable(requiredText(1000))) }),
);

export const callReview = z.lazy(() =>
  z.object({
    state,
    note: z.optional(z.string()),
    at: utcTime(),
    by: z.enum(['token', 'operator']),
    token_id: z.optional(z.string()),
  }),
);
export type CallReview = z.infer<typeof callReview>;
