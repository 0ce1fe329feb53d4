import * as z from 'zod/mini';
import { id } from './fields.ts';
import { eventKind } from './webhook.ts';

/** Facts that only this service acts on. */
const internalKind = z.enum([
  'call_created',
  'call_end_requested',
  'call_scheduled',
  'call_schedule_cancelled',
  'recording_made',
  'fields_to_collect',
]);

/** A fact that was stored, as it stands on the event bus (`detail`). */
export const event = z.object({
  /** Derived from the fact, so that a repeat is recognisable; also the `webhook-id` of its delivery. */
  id,
  type: z.union([eventKind, internalKind]),
  user_id: id,
  call_id: id,
  /** The webhook of the call's agent. */
  webhook_id: z.nullable(id),
  /** ISO 8601, UTC. */
  timestamp: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof event>;

/** The event bus's name for what this service publishes. */
export const EVENT_SOURCE = 'phone-call-agents';
