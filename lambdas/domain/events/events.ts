import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { type EventKind, eventKind } from '../records/webhook.ts';

/** Events that only this service consumes. */
const internalKind = z.enum([
  'dialing_requested',
  'dialing_scheduled',
  'dialing_cancelled',
  'call_end_requested',
  'recording_made',
  'fields_to_collect',
  'fields_to_collect_by_analysis',
]);

/** A stored fact as an event; the `detail` on the event bus. */
export const event = z.object({
  /** Derived from the fact, so that a repeat has the same id. Deliveries send it as `webhook-id`. */
  id,
  type: z.union([eventKind, internalKind]),
  user_id: id,
  call_id: id,
  webhook_id: z.nullable(id),
  /** The version of the call's agent; absent if it has none. */
  agent_version: z.optional(z.int()),
  timestamp: z.string(),
  /** Increases from one event of a call to the next; 0 for internal events. */
  sequence: z._default(z.int(), 0),
  payload: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof event>;

export type PublicEvent = Event & { readonly type: EventKind };

export const isPublic = (event: Event): event is PublicEvent => eventKind.safeParse(event.type).success;

export const EVENT_SOURCE = 'phone-call-agents';
