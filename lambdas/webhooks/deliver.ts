import type { StoredDelivery } from '../domain/delivery.ts';
import { isSuccess } from '../domain/delivery-schedule.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';
import { messageConsumer } from '../platform/queue.ts';
import { type AttemptContext, giveUp, loadAttempt, recordAttempt } from '../store/deliveries.ts';
import { loadPayload } from '../store/delivery-payload.ts';
import { stackTable } from '../store/table.ts';
import { announceAttempt } from './announce-attempt.ts';
import { attemptMessage } from './attempt-message.ts';
import { enterEndpoint, leaveEndpoint } from './endpoint-turn.ts';
import { sendEvent } from './send-event.ts';
import { stateAfter } from './state-after.ts';

/** The scheduler tells whole seconds, so a message may be that much early, in milliseconds. */
const EARLY_MS = 1_000;

/** Makes the attempts of deliveries that are due. */
export const handler = messageConsumer({
  read: (json) => attemptMessage.parse(json),
  async handle({ user_id: userId, webhook_id: webhookId, delivery_id: deliveryId, attempt }, received) {
    const context = await loadAttempt(stackTable(), { userId, webhookId, deliveryId });
    const { delivery } = context;
    if (delivery?.status !== 'pending') return undefined;
    const due = new Date(delivery.next_attempt_at ?? 0);
    const now = systemClock();
    if (attempt !== delivery.attempts.length + 1) {
      // The attempt was kept by a run that broke off before it told of the next one.
      if (received > 1) await announceAttempt(delivery, due, now);
      return undefined;
    }
    if (due.getTime() > now.getTime() + EARLY_MS) await announceAttempt(delivery, due, now);
    else await attemptNow({ ...context, delivery });
    return undefined;
  },
});

const eventOf = ({
  event_id: id,
  type,
  user_id,
  call_id,
  webhook_id,
  timestamp,
  sequence,
}: StoredDelivery) => ({
  id,
  type,
  user_id,
  call_id,
  webhook_id,
  timestamp,
  sequence,
});

/** The context of a delivery that there is. */
type Due = AttemptContext & { readonly delivery: StoredDelivery };

async function attemptNow({ delivery, webhook, health }: Due): Promise<void> {
  const table = stackTable();
  if (!webhook?.enabled) {
    await giveUp(table, delivery, webhook ? 'webhook_disabled' : 'webhook_deleted');
    return;
  }
  const payload = await loadPayload(table, delivery);
  if (!payload) {
    await giveUp(table, delivery, 'call_deleted');
    return;
  }
  const turn = await enterEndpoint(table, { webhook, health, now: systemClock() });
  if ('waitUntil' in turn) {
    await announceAttempt(delivery, turn.waitUntil, systemClock());
    return;
  }
  const { attempt, outcome } = await sendEvent({ ...eventOf(delivery), payload }, webhook);
  const now = systemClock();
  const retrySeconds = environment('RETRY_SECONDS').split(',').map(Number);
  const number = delivery.attempts.length + 1 - delivery.attempts_before;
  const state = stateAfter(outcome, number, { retrySeconds, now, random: Math.random });
  const isKept = await recordAttempt(table, delivery, { attempt, state });
  const succeeded = isSuccess(outcome);
  await leaveEndpoint(table, {
    webhook,
    turn,
    observation: { succeeded, durationMs: attempt.duration_ms, now },
    outcome,
  });
  const { id: deliveryId, webhook_id: webhookId } = delivery;
  logger.info('Attempted a delivery.', { deliveryId, webhookId, number, outcome, state });
  // Nobody is told of it, but that it can be counted.
  if (isKept && state.status === 'failed') logger.warn('A delivery was given up.', { deliveryId, webhookId });
  if (isKept && state.status === 'pending') {
    const made = { ...delivery, attempts: [...delivery.attempts, attempt] };
    await announceAttempt(made, state.nextAttemptAt, now);
  }
}
