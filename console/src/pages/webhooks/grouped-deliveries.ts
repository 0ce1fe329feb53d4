import type { Schema } from '../../api/client.ts';

export type ListedDelivery = Schema<'ListedDelivery'>;

/** The deliveries of one call; samples have none, and events of campaigns an empty one. */
export interface DeliveryGroup {
  readonly call: string | undefined;
  readonly deliveries: readonly ListedDelivery[];
}

/** Deliveries by call, in the order of the newest delivery of each. */
export function groupedByCall(deliveries: readonly ListedDelivery[]): readonly DeliveryGroup[] {
  const groups = Map.groupBy(deliveries, ({ test, call_id: call }) => (test ? undefined : (call ?? '')));
  return [...groups].map(([call, own]) => ({ call, deliveries: own }));
}

const HOUR_MS = 3_600_000;

/** Hours that the bar shows. */
const HOURS = 24;

/** Deliveries of events of one hour: accepted at once, accepted or still tried after a failure, and given up. */
export interface DeliveryHour {
  readonly beginsMs: number;
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
}

/** The deliveries of the last 24 hours by the hour of their event, without those that weren't attempted yet. */
export function hoursOf(
  deliveries: readonly Pick<ListedDelivery, 'status' | 'attempt_count' | 'timestamp'>[],
  nowMs: number,
): readonly DeliveryHour[] {
  const firstMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, at) => ({
    beginsMs: firstMs + at * HOUR_MS,
    delivered: 0,
    retried: 0,
    failed: 0,
  }));
  for (const { status, attempt_count: attempts, timestamp } of deliveries) {
    const hour = hours[Math.floor((Date.parse(timestamp) - firstMs) / HOUR_MS)];
    if (!hour) continue;
    if (status === 'failed') hour.failed++;
    else if (attempts > 1 || (status === 'pending' && attempts > 0)) hour.retried++;
    else if (status === 'delivered') hour.delivered++;
  }
  return hours;
}
