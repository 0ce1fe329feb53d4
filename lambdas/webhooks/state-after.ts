import { type DeliveryOutcome, type DeliverySchedule, decide } from '../domain/events/delivery-schedule.ts';
import type { DeliveryState } from '../store/webhooks/deliveries.ts';

/** The state of a delivery after attempt number `attempt` of its schedule. */
export function stateAfter(
  outcome: DeliveryOutcome,
  attempt: number,
  schedule: DeliverySchedule,
): DeliveryState {
  const decision = decide(outcome, attempt, schedule);
  if (decision.kind === 'delivered') return { status: 'delivered' };
  if (decision.kind === 'retry') return { status: 'pending', nextAttemptAt: decision.at };
  return {
    status: 'failed',
    failureReason: decision.kind === 'gone' ? 'webhook_disabled' : 'exhausted',
  };
}
