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
