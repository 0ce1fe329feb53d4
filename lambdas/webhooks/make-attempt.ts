import type { StoredDelivery } from '../domain/events/delivery.ts';
import { GIVEN_UP, isSuccess } from '../domain/events/delivery-schedule.ts';
import type { PublicEvent } from '../domain/events/events.ts';
import { permitWait } from '../domain/events/permit-wait.ts';
import type { Clock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { loadPayload } from '../store/calls/delivery-payload.ts';
import type { Table } from '../store/table/table.ts';
import { type AttemptContext, giveUp, loadAttempt, recordAttempt } from '../store/webhooks/deliveries.ts';
import type { AttemptMessage } from './attempt-message.ts';
import { acquirePermit, releasePermit, retryAt } from './circuit-breaker.ts';
import { givePermitBack, takePermit } from './delivery-permit.ts';
import { sendEvent } from './send-event.ts';
import { stateAfter } from './state-after.ts';

/** Dependencies of attempts. */
export interface AttemptDependencies {
  readonly table: Table;
  readonly now: Clock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Enqueues a delivery's next attempt for a time. */
  enqueue(delivery: StoredDelivery, at: Date, now: Date): Promise<void>;
  /** Schedules a new message for a delivery that has waited long for a permit. */
  sendAnew(delivery: StoredDelivery, at: Date): Promise<void>;
  /** Concurrent deliveries of one user. */
  readonly maxAtOncePerUser: number;
  /** Seconds between attempts. */
  readonly retrySeconds: readonly number[];
  /** Seconds of nothing but failures after which a webhook is disabled. */
  readonly disableAfterSeconds: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNetworks: readonly string[];
  /** The URL of the API, without a trailing slash. */
  readonly apiUrl: string;
}

/** Milliseconds by which a message may be early: the scheduler is exact to the second. */
const EARLY_MS = 1_000;

/**
 * Makes the attempt of a message, unless it was made before or is not due. `received` counts the receives of the
 * message. Returns the seconds after which the message must be received again, if the user has the maximum of
 * concurrent deliveries; otherwise the message is done. Throws if it must be retried.
 */
export async function makeAttempt(
  { user_id: userId, webhook_id: webhookId, delivery_id: deliveryId, attempt }: AttemptMessage,
  received: number,
  dependencies: AttemptDependencies,
): Promise<Wait | undefined> {
  const { table, now, enqueue } = dependencies;
  const context = await loadAttempt(table, { userId, webhookId, deliveryId });
  const { delivery } = context;
  if (delivery?.status !== 'pending') return undefined;
  const due = new Date(delivery.next_attempt_at ?? 0);
  if (attempt !== delivery.attempts.length + 1) {
    // The earlier run stored the attempt but may not have enqueued the next one.
    if (received > 1) await enqueue(delivery, due, now());
  } else if (due.getTime() > now().getTime() + EARLY_MS) {
    await enqueue(delivery, due, now());
  } else {
    return attemptWithPermit({ ...context, delivery }, received, dependencies);
  }
  return undefined;
}

/** Seconds after which a message is received again. */
interface Wait {
  readonly retryAfterSeconds: number;
}

/** The context of an existing delivery. */
type Due = AttemptContext & { readonly delivery: StoredDelivery };

/** Makes an attempt with one of the user's permits. A delivery that is given up or whose circuit breaker is open needs none. */
async function attemptWithPermit(
  due: Due,
  received: number,
  dependencies: AttemptDependencies,
): Promise<Wait | undefined> {
  const { table, now, random, enqueue, sendAnew, maxAtOncePerUser: max } = dependencies;
  const { delivery, webhook, health } = due;
  if (!webhook?.enabled) {
    await giveUp(table, delivery, reasonWithout({ webhook }));
    return undefined;
  }
  const waitUntil = health && retryAt(health, now());
  if (waitUntil) {
    await enqueue(delivery, waitUntil, now());
    return undefined;
  }
  const permit = await takePermit(table, delivery, { received, max, now: now() });
  if (!permit) {
    const { kind, seconds } = permitWait(received, random());
    if (kind === 'hidden') return { retryAfterSeconds: seconds };
    await sendAnew(delivery, new Date(now().getTime() + seconds * 1000));
    return undefined;
  }
  await attemptNow(due, dependencies).finally(() => givePermitBack(table, permit));
  return undefined;
}

async function attemptNow(
  { delivery, webhook, health }: Due,
  dependencies: AttemptDependencies,
): Promise<void> {
  const { table, now, random, enqueue, retrySeconds, disableAfterSeconds } = dependencies;
  const payload = await loadPayload(table, delivery);
  if (!webhook?.enabled || !payload) {
    await giveUp(table, delivery, reasonWithout({ webhook }));
    return;
  }
  const endpointPermit = await acquirePermit(table, { webhook, health, now: now() });
  if ('waitUntil' in endpointPermit) {
    await enqueue(delivery, endpointPermit.waitUntil, now());
    return;
  }
  const { attempt, outcome } = await sendEvent({ ...eventOf(delivery), payload }, webhook, dependencies);
  const number = delivery.attempts.length + 1 - delivery.attempts_before;
  const state = stateAfter(outcome, number, { retrySeconds, now: now(), random });
  const isKept = await recordAttempt(table, delivery, { attempt, state });
  const observation = { succeeded: isSuccess(outcome), durationMs: attempt.duration_ms, now: now() };
  await releasePermit(table, { webhook, endpointPermit, observation, outcome, disableAfterSeconds });
  const { id: deliveryId, webhook_id: webhookId } = delivery;
  logger.info('Attempted a delivery.', { deliveryId, webhookId, number, outcome, state });
  if (!isKept) return;
  // Counted by a metric; the delivery itself is kept and can be replayed.
  if (state.status === 'failed') logger.warn(GIVEN_UP, { deliveryId, webhookId });
  if (state.status !== 'pending') return;
  const made = { ...delivery, attempts: [...delivery.attempts, attempt] };
  await enqueue(made, state.nextAttemptAt, now());
}

/** Why nothing can be sent. */
function reasonWithout({ webhook }: Pick<AttemptContext, 'webhook'>) {
  if (!webhook) return 'webhook_deleted';
  return webhook.enabled ? 'call_deleted' : 'webhook_disabled';
}

function eventOf(delivery: StoredDelivery): Omit<PublicEvent, 'payload'> {
  const { event_id: id, type, user_id, call_id, webhook_id, timestamp, sequence } = delivery;
  return { id, type, user_id, call_id, webhook_id, timestamp, sequence };
}
