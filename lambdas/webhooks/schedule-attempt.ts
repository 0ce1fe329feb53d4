import type { StoredDelivery } from '../domain/events/delivery.ts';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { deliveryQueue, deliverySchedules } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { messageOf } from './attempt-message.ts';

/** Seconds for which the scheduler retries to enqueue the message: a day. */
const MAX_LATE_SECONDS = 86_400;

/**
 * Schedules a new message for a delivery at a time, which is rounded up to the second. The same time is scheduled once,
 * so a repeat makes no second message.
 */
export async function scheduleAttempt(delivery: StoredDelivery, at: Date): Promise<void> {
  await scheduleOnce({
    name: scheduleName(delivery, at),
    group: { id: delivery.user_id, queueUrl: readVariable(deliveryQueue.url) },
    body: JSON.stringify(messageOf(delivery)),
    at: new Date(secondOf(at) * 1000),
    queueArn: readVariable(deliverySchedules.queueArn),
    deadLettersArn: readVariable(deliverySchedules.deadLettersArn),
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}

/**
 * The name of the schedule of a delivery at a time. The name of a schedule that has just fired may still be taken, but
 * it has an earlier time.
 */
export const scheduleName = ({ id, attempts }: StoredDelivery, at: Date): string =>
  `${id}-${attempts.length + 1}-${secondOf(at)}`;

const secondOf = (at: Date) => Math.ceil(at.getTime() / 1000);
