import * as z from 'zod/mini';
import { id } from '../../fields.ts';
import { actionType } from '../../records/action.ts';

export const actionRun = z.lazy(() =>
  z.object({
    action_id: z.nullable(id),
    type: actionType,
    input: z.record(z.string(), z.unknown()),
    output: z.record(z.string(), z.unknown()),
  }),
);
export type ActionRun = z.infer<typeof actionRun>;

export const actionTaken = z.lazy(() =>
  z.object({
    action_id: z.nullable(id),
    type: actionType,
    input: z.record(z.string(), z.unknown()),
    output: z.record(z.string(), z.unknown()),
    timestamp: z.string(),
    after_messages: z.int(),
  }),
);
export type ActionTaken = z.infer<typeof actionTaken>;
