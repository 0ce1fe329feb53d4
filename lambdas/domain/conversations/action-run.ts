import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { actionType } from '../records/action.ts';

/** What an action of the agent was given and what came of it; without an id where the agent has none of that type. */
export const actionRun = z.lazy(() =>
  z.object({
    action_id: z.nullable(id),
    type: actionType,
    input: z.record(z.string(), z.unknown()),
    output: z.record(z.string(), z.unknown()),
  }),
);
export type ActionRun = z.infer<typeof actionRun>;

/** An action that was taken in a call, at its place among what was said. */
export const actionTaken = z.lazy(() =>
  z.object({
    action_id: z.nullable(id),
    type: actionType,
    input: z.record(z.string(), z.unknown()),
    output: z.record(z.string(), z.unknown()),
    timestamp: z.string(),
    /** How many messages came before it. */
    after_messages: z.int(),
  }),
);
export type ActionTaken = z.infer<typeof actionTaken>;
