import type { DeliveryAttempt, StoredDelivery } from '../domain/events/delivery.ts';
import { type DeliveryOutcome, isSuccess } from '../domain/events/delivery-schedule.ts';
import { type DeliveryWait, waitForPermit, waitUntil } from '../domain/events/delivery-wait.ts';
import { PERMITS_UNLESS_CLOSED, userPermitsUnlessClosed } from '../domain/events/endpoint-health.ts';
import type { PublicEvent } from '../domain/events/events.ts';
import type { Webhook } from '../domain/records/webhook.ts';
import type { Clock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { currentStep } from '../runtime/tracing/current-step.ts';
import { sendingOf } from '../runtime/tracing/trace-ids.ts';
import { loadPayload } from '../store/calls/delivery-payload.ts';
import type { Table } from '../store/table/table.ts';
import { type AttemptContext, giveUp, loadAttempt, recordAttempt } from '../store/webhooks/deliveries.ts';
import type { AttemptMessage } from './attempt-message.ts';
import { acquirePermit, releasePermit, retryAt } from './circuit-breaker.ts';
import { countAttempt } from './count-attempt.ts';
import { givePermitBack, takePermit } from './delivery-permit.ts';
import { stateAfter } from './state-after.ts';

/** Dependencies of attempts. */
export interface AttemptDependencies {
  readonly table: Table;
  readonly now: Clock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Sends an event to its webhook once. */
  send(
    event: PublicEvent,
    webhook: Webhook,
  ): Promise<{ readonly attempt: DeliveryAttempt; readonly outcome: DeliveryOutcome }>;
  /** Schedules a new message for a delivery at a time. */
  schedule(delivery: StoredDelivery, at: Date): Promise<void>;
  /** Concurrent deliveries of all users. */
  readonly maxAtOnce: number;
  /** Concurrent deliveries of one user. */
  readonly maxAtOncePerUser: number;
  /** Seconds between attempts. */
  readonly retrySeconds: readonly number[];
  /** Seconds of nothing but failures after which a webhook is disabled. */
  readonly disableAfterSeconds: number;
}

/** Milliseconds by which a message may be early: clocks differ. */
const EARLY_MS = 1_000;

/** A delivery that waits, for its next attempt or for a permit. */
interface Waiting {
  readonly delivery: StoredDelivery;
  readonly wait: DeliveryWait;
}

/**
 * Makes the attempt of a delivery if it is due. `received` counts the receives of the message. Returns the seconds
 * after which the message must be received again, or undefined when the message is done. Throws if it must be retried.
 */
export async function makeAttempt(
  { user_id: userId, webhook_id: webhookId, delivery_id: deliveryId }: AttemptMessage,
  received: number,
  dependencies: AttemptDependencies,
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  const { table, now, schedule } = dependencies;
  // A message that was received before may have waited for a permit: a read shows whether it must wait on.
  const permitsAt = received > 1 ? now() : undefined;
  const context = await loadAttempt(table, { userId, webhookId, deliveryId }, permitsAt);
  const { delivery } = context;
  if (delivery?.status !== 'pending') return undefined;
  tellDelivery(delivery);
  const waiting = await attemptWhenDue({ ...context, delivery }, received, dependencies);
  if (!waiting) return undefined;
  if (waiting.wait.kind === 'hidden') return { retryAfterSeconds: waiting.wait.seconds };
  await schedule(waiting.delivery, waiting.wait.at);
  return undefined;
}

/** Names the delivery in the present step's trace. */
function tellDelivery({
  user_id: userId,
  call_id: callId,
  event_id,
  id,
  webhook_id,
  type,
}: StoredDelivery): void {
  const step = currentStep();
  if (!step) return;
  step.nameCall({ userId, callId });
  step.causedBy(sendingOf(event_id));
  step.span.name = `deliver ${type}`;
  step.span.set({ 'phone_call_agents.delivery.id': id, 'phone_call_agents.webhook.id': webhook_id });
}

/** An existing delivery with its context. */
type Pending = AttemptContext & { readonly delivery: StoredDelivery };

/** Makes an attempt with one of the user's permits. Returns undefined when the delivery needs no further attempt. */
async function attemptWhenDue(
  pending: Pending,
  received: number,
  dependencies: AttemptDependencies,
): Promise<Waiting | undefined> {
  const { table, now, random, maxAtOnce: consumers, maxAtOncePerUser: max } = dependencies;
  const { delivery, webhook, health, taken } = pending;
  const receive = { delivery, received, now: now(), consumers };
  const due = new Date(delivery.next_attempt_at ?? 0);
  if (due.getTime() > now().getTime() + EARLY_MS) return { delivery, wait: waitUntil(due, receive) };
  if (!webhook?.enabled) {
    await giveUp(table, delivery, reasonWithout({ webhook }));
    return undefined;
  }
  const afterPause = retryAt(health, receive);
  if (afterPause) return { delivery, wait: waitUntil(afterPause, receive) };
  const isFullUnlessClosed =
    taken.ofEndpoint >= PERMITS_UNLESS_CLOSED || taken.ofUserUnlessClosed >= userPermitsUnlessClosed(max);
  const isFull = taken.ofUser >= max || (health && isFullUnlessClosed);
  const permit = isFull ? undefined : await takePermit(table, receive, max);
  if (!permit) return { delivery, wait: waitForPermit(receive, random()) };
  return attemptNow(pending, received, dependencies).finally(() => givePermitBack(table, permit));
}

async function attemptNow(
  { delivery, webhook, health }: Pending,
  received: number,
  dependencies: AttemptDependencies,
): Promise<Waiting | undefined> {
  const { table, now, random, send, maxAtOnce: consumers, maxAtOncePerUser } = dependencies;
  const { retrySeconds, disableAfterSeconds } = dependencies;
  const payload = await loadPayload(table, delivery);
  if (!webhook?.enabled || !payload) {
    await giveUp(table, delivery, reasonWithout({ webhook }));
    return undefined;
  }
  const receive = { delivery, received, now: now(), consumers };
  const endpointPermit = await acquirePermit(table, health, receive, maxAtOncePerUser);
  if (!endpointPermit) return { delivery, wait: waitForPermit(receive, random()) };
  if ('waitUntil' in endpointPermit) return { delivery, wait: waitUntil(endpointPermit.waitUntil, receive) };
  const { attempt, outcome } = await send({ ...eventOf(delivery), payload }, webhook);
  const number = delivery.attempts.length + 1 - delivery.attempts_before;
  const state = stateAfter(outcome, number, { retrySeconds, now: now(), random });
  const isKept = await recordAttempt(table, delivery, { attempt, state });
  const observation = { succeeded: isSuccess(outcome), durationMs: attempt.duration_ms, now: now() };
  await releasePermit(table, { webhook, endpointPermit, observation, outcome, disableAfterSeconds });
  const { id: deliveryId, webhook_id: webhookId } = delivery;
  logger.info('Attempted a delivery.', { deliveryId, webhookId, number, outcome, state });
  // The other run's message continues the schedule.
  if (!isKept) return undefined;
  countAttempt(delivery, { number, state, now: now() });
  // The delivery itself is kept and can be replayed.
  if (state.status === 'failed') logger.warn('A delivery was given up.', { deliveryId, webhookId });
  if (state.status !== 'pending') return undefined;
  const made = { ...delivery, attempts: [...delivery.attempts, attempt] };
  return { delivery: made, wait: waitUntil(state.nextAttemptAt, { ...receive, now: now() }) };
}

/** Why nothing can be sent. */
function reasonWithout({ webhook }: Pick<AttemptContext, 'webhook'>) {
  if (!webhook) return 'webhook_deleted';
  return webhook.enabled ? 'call_deleted' : 'webhook_disabled';
}

function eventOf(delivery: StoredDelivery): Omit<PublicEvent, 'payload'> {
  const { event_id: id, type, user_id, call_id, webhook_id, agent_version, timestamp, sequence } = delivery;
  const version = agent_version === undefined ? {} : { agent_version };
  return { id, type, user_id, call_id, webhook_id, ...version, timestamp, sequence };
}
