import * as z from 'zod/mini';
import { id } from '../platform/fields.ts';
import { scheduledBody, scheduleOnce } from '../platform/one-time-schedule.ts';
import { enqueue } from '../platform/queues.ts';
import type { StoredDelivery } from './model/delivery.ts';
import { deliveryQueue } from './queues.ts';

/** Attempts to handle a message before giving it up: enough for some minutes of a throttled table. */
export const MAX_TRIES = 10;

/** Seconds until the earliest time of a schedule: the scheduler refuses times in the past. */
const SOONEST_SECONDS = 2;

/** Names a delivery, whose record says which attempt is due, and when. */
export const deliveryMessage = z.object({ user_id: id, webhook_id: id, delivery_id: id });
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

export const readDeliveryMessage = (json: unknown): DeliveryMessage =>
  deliveryMessage.parse(scheduledBody(json));

export const messageOf = ({ user_id, webhook_id, id }: StoredDelivery): DeliveryMessage => ({
  user_id,
  webhook_id,
  delivery_id: id,
});

/** Enqueues a delivery, after a delay of up to 15 minutes. The queue's own function must not use it. */
export const enqueueDelivery = (delivery: StoredDelivery, delaySeconds = 0): Promise<void> =>
  enqueue(deliveryQueue, messageOf(delivery), { userId: delivery.user_id, delaySeconds });

/** Schedules a new message for a delivery at a time, once, rounded up to the second. */
export async function scheduleDelivery(delivery: StoredDelivery, at: Date, now: Date): Promise<void> {
  const dueMs = Math.max(at.getTime(), now.getTime() + SOONEST_SECONDS * 1000);
  const due = new Date(Math.ceil(dueMs / 1000) * 1000);
  await scheduleOnce({
    name: scheduleName(delivery, due),
    message: messageOf(delivery),
    userId: delivery.user_id,
    at: due,
    queue: deliveryQueue,
  });
}

/** The name of a delivery's schedule. That of one that has just fired may still be taken; its time is earlier. */
export const scheduleName = ({ id, attempts }: StoredDelivery, due: Date): string =>
  `${id}-${attempts.length + 1}-${due.getTime() / 1000}`;
