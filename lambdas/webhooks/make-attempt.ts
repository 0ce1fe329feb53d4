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

/** What attempts are made with. */
export interface AttemptDependencies {
  readonly table: Table;
  readonly now: Clock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Lets the delivery queue know of a delivery's next attempt at a time. */
  enqueue(delivery: StoredDelivery, at: Date, now: Date): Promise<void>;
  /** Has a schedule send the message of a delivery anew, which has waited long for a permit. */
  sendAnew(delivery: StoredDelivery, at: Date): Promise<void>;
  /** Deliveries that are made for one user at once. */
  readonly maxAtOncePerUser: number;
  /** Waits between attempts, in seconds. */
  readonly retrySeconds: readonly number[];
  /** Seconds of nothing but failures after which a webhook is switched off. */
  readonly disableAfterSeconds: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNetworks: readonly string[];
  /** Where the API is, without a slash at its end. */
  readonly apiUrl: string;
}

/** The scheduler tells whole seconds, so a message may be that much early, in milliseconds. */
const EARLY_MS = 1_000;

/**
 * Makes the attempt that a message is for, unless it was made or is not due. The message was received so many times; it may go when
 * this is done, and must come again when it is not, or after the time that is given: its user has as many deliveries under way as
 * one may have.
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
    // The attempt was kept by a run that broke off before it told of the next one.
    if (received > 1) await enqueue(delivery, due, now());
  } else if (due.getTime() > now().getTime() + EARLY_MS) {
    await enqueue(delivery, due, now());
  } else {
    return attemptWithPermit({ ...context, delivery }, received, dependencies);
  }
  return undefined;
}

/** After how many seconds a message is to come again. */
interface Wait {
  readonly retryAfterSeconds: number;
}

/** The context of a delivery that there is. */
type Due = AttemptContext & { readonly delivery: StoredDelivery };

/** Takes a permit of the user's for as long as the attempt takes. What is given up, or waits for its endpoint anyway, needs none. */
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
  // For who counts them: the deliveries themselves are kept, and can be replayed.
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
