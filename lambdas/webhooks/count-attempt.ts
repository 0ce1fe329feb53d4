import type { StoredDelivery } from '../domain/events/delivery.ts';
import { emitMetrics } from '../runtime/metrics/emit.ts';
import type { DeliveryState } from '../store/webhooks/deliveries.ts';

const OUTCOMES = { delivered: 'delivered', pending: 'retried', failed: 'given_up' } as const;

/**
 * Emits the metrics of an attempt: its outcome, and the time since its event. `number`: the number of the attempt, from
 * 1.
 */
export function countAttempt(
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
