import type { PublicEvent } from '../events/model/events.ts';
import type { Clock } from '../platform/clock.ts';
import { currentStep, nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { emitMetrics } from '../platform/metrics/emit.ts';
import type { Table } from '../platform/table/table.ts';
import { afterFailure, type CircuitBreaker, duringTrial } from '../webhooks/model/circuit-breaker.ts';
import type { Webhook } from '../webhooks/model/webhook.ts';
import { changeBreaker, closeBreaker, disableWebhook } from '../webhooks/store/circuit-breaker.ts';
import type { DeliveryMessage } from './delivery-messages.ts';
import type { DeliveryAttempt, StoredDelivery } from './model/delivery.ts';
import {
  type DeliveryOutcome,
  type DeliveryState,
  decide,
  isSuccess,
  nextStep,
  reasonToDisable,
  spreadAfter,
} from './model/delivery-outcome.ts';
import { giveUp, loadAttempt, loadPayload, recordAttempt } from './store/deliveries.ts';

export interface AttemptDependencies {
  readonly table: Table;
  readonly now: Clock;
  readonly random: () => number;
  send(
    event: PublicEvent,
    webhook: Webhook,
  ): Promise<{ readonly attempt: DeliveryAttempt; readonly outcome: DeliveryOutcome }>;
  schedule(delivery: StoredDelivery, at: Date): Promise<void>;
  readonly retrySeconds: readonly number[];
  readonly disableAfterSeconds: number;
}

/** Makes the attempt of a delivery if it is due, and schedules the next one if it needs one. Throws if it must be retried. */
export async function makeAttempt(
  { user_id: userId, webhook_id: webhookId, delivery_id: deliveryId }: DeliveryMessage,
  dependencies: AttemptDependencies,
): Promise<void> {
  const { table, now, schedule } = dependencies;
  const { delivery, webhook, breaker } = await loadAttempt(table, { userId, webhookId, deliveryId });
  const step = nextStep({ delivery, webhook, breaker }, now());
  if (step.kind === 'nothing' || !delivery) return;
  nameCall({ userId, callId: delivery.call_id });
  const logged = currentStep();
  if (logged) logged.name = `deliver ${delivery.type}`;
  if (step.kind === 'wait') return schedule(delivery, step.until);
  if (step.kind === 'give up') return giveUp(table, delivery, step.reason);
  const payload = await loadPayload(table, delivery);
  if (!payload) return giveUp(table, delivery, 'call_deleted');
  const trial = step.trialOf && duringTrial(step.trialOf, now());
  const key = { userId, webhookId };
  if (trial && !(await changeBreaker(table, key, { before: step.trialOf, after: trial, now: now() })))
    // Another delivery is the trial, which ends about then.
    return schedule(delivery, spreadAfter(new Date(trial.open_until), delivery));
  await attemptNow({ delivery, webhook: step.webhook, payload, breaker: trial ?? breaker }, dependencies);
}

interface Sendable {
  readonly delivery: StoredDelivery;
  readonly webhook: Webhook;
  readonly payload: PublicEvent['payload'];
  readonly breaker: CircuitBreaker | undefined;
}

async function attemptNow(sendable: Sendable, dependencies: AttemptDependencies): Promise<void> {
  const { delivery, webhook, payload } = sendable;
  const { table, now, random, send, schedule, retrySeconds } = dependencies;
  const { attempt, outcome } = await send({ ...eventOf(delivery), payload }, webhook);
  const number = delivery.attempts.length + 1 - delivery.attempts_before;
  const state = decide(outcome, number, { retrySeconds, now: now(), random });
  const isKept = await recordAttempt(table, delivery, { attempt, state });
  await updateEndpoint(sendable, outcome, dependencies);
  const { id: deliveryId, webhook_id: webhookId } = delivery;
  const loggedOutcome = { ...outcome, reason: attempt.error };
  logger.info('Attempted a delivery.', { deliveryId, webhookId, number, outcome: loggedOutcome, state });
  // The other run's message continues the schedule.
  if (!isKept) return;
  countAttempt(delivery, { number, state, now: now() });
  // The delivery itself stays stored and can be replayed.
  if (state.status === 'failed') logger.warn('A delivery was given up.', { deliveryId, webhookId });
  if (state.status === 'pending')
    await schedule({ ...delivery, attempts: [...delivery.attempts, attempt] }, state.nextAttemptAt);
}

/** Updates the endpoint's circuit breaker after an attempt, and may disable its webhook. */
async function updateEndpoint(
  { webhook: { user_id: userId, id: webhookId }, breaker }: Sendable,
  outcome: DeliveryOutcome,
  { table, now: clock, disableAfterSeconds }: AttemptDependencies,
): Promise<void> {
  const key = { userId, webhookId };
  if (isSuccess(outcome)) {
    if (breaker) await closeBreaker(table, key, breaker);
    return;
  }
  const now = clock();
  const failed = afterFailure(breaker, now);
  await changeBreaker(table, key, { before: breaker, after: failed, now });
  const reason = reasonToDisable(outcome, failed, { disableAfterSeconds, now });
  if (!reason || !(await disableWebhook(table, key, { reason, now }))) return;
  emitMetrics({ WebhooksSwitchedOff: 1 });
  logger.warn('A webhook was disabled.', { webhookId, reason });
}

const OUTCOMES = { delivered: 'delivered', pending: 'retried', failed: 'given_up' } as const;

/** Emits the metrics of attempt `number` (from 1): its outcome, and the time since its event. */
function countAttempt(
  { timestamp, attempts_before: before }: StoredDelivery,
  { number, state, now }: { readonly number: number; readonly state: DeliveryState; readonly now: Date },
): void {
  const ageMs = Math.max(0, now.getTime() - Date.parse(timestamp));
  emitMetrics({ DeliveryAttempts: 1 }, { Outcome: OUTCOMES[state.status] });
  if (state.status === 'failed') emitMetrics({ DeliveriesGivenUp: 1 });
  // Not for a redelivery that an owner requested: its event may be old.
  if (before > 0) return;
  emitMetrics({
    DeliveryWait: number === 1 ? ageMs : undefined,
    DeliveryAge: state.status === 'delivered' ? ageMs : undefined,
  });
}

function eventOf(delivery: StoredDelivery): Omit<PublicEvent, 'payload'> {
  const { event_id: id, type, user_id, webhook_id, timestamp, sequence } = delivery;
  const { call_id, campaign_id, agent_version } = delivery;
  const of = {
    ...(call_id !== undefined && { call_id }),
    ...(campaign_id !== undefined && { campaign_id }),
    ...(agent_version !== undefined && { agent_version }),
  };
  return { id, type, user_id, webhook_id, ...of, timestamp, sequence };
}
