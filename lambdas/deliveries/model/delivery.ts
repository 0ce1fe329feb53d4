import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import * as z from 'zod/mini';
import { type Event, eventPayloads, type PublicEvent } from '../../events/model/events.ts';
import { id, ownerFields, utcTime } from '../../platform/fields.ts';
import { visibleFields } from '../../platform/visible-fields.ts';
import { eventKind, type Webhook } from '../../webhooks/model/webhook.ts';

/** `pending`: more attempts follow; `delivered`: the receiver accepted it; `failed`: it was given up. */
export const deliveryStatus = z.enum(['pending', 'delivered', 'failed']);

export const failureReason = z.enum(['exhausted', 'webhook_disabled', 'webhook_deleted', 'call_deleted']);
export type FailureReason = z.infer<typeof failureReason>;

export const deliveryAttempt = z.object({
  at: utcTime(),
  duration_ms: z.int(),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  response: z.nullable(z.string()),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

const eventFields = {
  webhook_id: id,
  event_id: id,
  type: eventKind,
  call_id: z.optional(id),
  campaign_id: z.optional(id),
  agent_version: z.optional(z.int()),
  timestamp: utcTime(),
  sequence: z.int(),
  test: z.boolean(),
};

export const storedDelivery = z.object({
  ...ownerFields,
  ...eventFields,
  /** Absent for a transcript, whose payload is read from its call. */
  payload: z.optional(z.record(z.string(), z.unknown())),
  status: deliveryStatus,
  failure_reason: z.optional(failureReason),
  created_at: z.string(),
  attempts: z.array(deliveryAttempt),
  /** The number of attempts before the current schedule began. */
  attempts_before: z.int(),
  next_attempt_at: z.optional(z.string()),
  request_id: z.optional(id),
});
export type StoredDelivery = z.infer<typeof storedDelivery>;

const viewFields = {
  ...ownerFields,
  ...eventFields,
  status: deliveryStatus,
  failure_reason: z.nullable(failureReason),
  created_at: utcTime(),
  attempt_count: z.int(),
  last_attempt_at: z.nullable(utcTime()),
  last_status: z.nullable(z.int()),
  last_duration_ms: z.nullable(z.int()),
  next_attempt_at: z.nullable(utcTime()),
};

export const listedDelivery = z.lazy(() => z.object(viewFields));
export type ListedDelivery = z.infer<typeof listedDelivery>;

export const delivery = z.lazy(() =>
  z.object({
    ...viewFields,
    payload: z.nullable(z.record(z.string(), z.unknown())),
    attempts: z.array(deliveryAttempt),
  }),
);
export type Delivery = z.infer<typeof delivery>;

export const DELIVERY_KEPT_SECONDS = 30 * 24 * 3600;

/** Maximum attempts that a delivery stores: it is one item of at most 400 KB. */
export const MAX_ATTEMPTS_KEPT = 40;

export const hasRoomForAttempts = ({ attempts }: StoredDelivery): boolean =>
  attempts.length <= MAX_ATTEMPTS_KEPT / 2;

export const isImminent = ({ status, next_attempt_at }: StoredDelivery, now: Date): boolean =>
  status === 'pending' && Date.parse(next_attempt_at ?? '') - now.getTime() < IMMINENT_MS;

const IMMINENT_MS = 60_000;

export function toListedDelivery(stored: StoredDelivery): ListedDelivery {
  return visibleFields(listedDelivery, withViewFields(stored));
}

export function toDelivery(stored: StoredDelivery): Delivery {
  const { type, payload = null } = stored;
  const shown = payload && visibleFields(eventPayloads[type], payload);
  return visibleFields(delivery, { ...withViewFields(stored), payload: shown });
}

function withViewFields(stored: StoredDelivery) {
  const { attempts, failure_reason = null, next_attempt_at = null } = stored;
  const last = attempts.at(-1);
  return {
    ...stored,
    failure_reason,
    attempt_count: attempts.length,
    last_attempt_at: last?.at ?? null,
    last_status: last?.status ?? null,
    last_duration_ms: last?.duration_ms ?? null,
    next_attempt_at,
  };
}

/** The id of an event's delivery to a webhook. It is deterministic, and sorts by the time of the event. */
export function deliveryIdOf({ id: eventId, timestamp }: Pick<Event, 'id' | 'timestamp'>, webhookId: string) {
  const random = createHash('sha256').update(`${eventId}/${webhookId}`).digest().subarray(0, 16);
  return v7({ msecs: Date.parse(timestamp), random });
}

export function newDelivery(
  event: PublicEvent,
  webhook: Webhook,
  { now, test = false }: { readonly now: Date; readonly test?: boolean },
): StoredDelivery {
  const { user_id, type, call_id, campaign_id, agent_version, timestamp, sequence, payload } = event;
  return {
    id: deliveryIdOf(event, webhook.id),
    user_id,
    webhook_id: webhook.id,
    event_id: event.id,
    type,
    ...(call_id !== undefined && { call_id }),
    ...(campaign_id !== undefined && { campaign_id }),
    ...(agent_version !== undefined && { agent_version }),
    timestamp,
    sequence,
    test,
    // The call keeps the transcript; each delivery would keep another copy.
    ...((type !== 'event_transcript' || test) && { payload }),
    ...(webhook.enabled
      ? { status: 'pending', next_attempt_at: now.toISOString() }
      : { status: 'failed', failure_reason: 'webhook_disabled' }),
    created_at: now.toISOString(),
    attempts: [],
    attempts_before: 0,
  };
}
