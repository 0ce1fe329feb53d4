import * as z from 'zod';
import { eventPayloads } from '../../lambdas/domain/events/event-payloads.ts';
import { id } from '../../lambdas/domain/fields.ts';

/** The body of a delivery, by the kind of event. */
export const eventSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(eventPayloads).map(([type, payload]) => [
    type,
    z.object({
      id,
      type: z.literal(type),
      call_id: id,
      agent_version: z.int().min(1).optional(),
      timestamp: z.string(),
      sequence: z.int().min(1),
      payload,
    }),
  ]),
);
