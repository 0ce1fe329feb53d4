import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { type EventKind, eventKind } from '../records/webhook.ts';

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
  /** Grows from one event of a call to the next; 0 for what only this service acts on. */
  sequence: z._default(z.int(), 0),
  payload: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof event>;

/** An event that webhooks can hear of. */
export type PublicEvent = Event & { readonly type: EventKind };

/** Whether webhooks can hear of an event. */
export const isPublic = (event: Event): event is PublicEvent => eventKind.safeParse(event.type).success;

/** The event bus's name for what this service publishes. */
export const EVENT_SOURCE = 'phone-call-agents';
