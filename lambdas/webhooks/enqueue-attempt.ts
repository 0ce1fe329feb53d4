import type { StoredDelivery } from '../domain/events/delivery.ts';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { deliveryQueue, deliverySchedules } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { enqueueNow, messageOf } from './attempt-message.ts';

/** SQS delays a message for no longer, in seconds. */
const MAX_DELAY_SECONDS = 900;

/** The scheduler tries for a day to get a message into the queue. */
const MAX_LATE_SECONDS = 86_400;

/** Lets the delivery queue know of a delivery's next attempt when it is due. */
export async function enqueueAttempt(delivery: StoredDelivery, at: Date, now: Date): Promise<void> {
  const waitSeconds = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
  if (waitSeconds <= MAX_DELAY_SECONDS) return enqueueNow(delivery, waitSeconds);
  const { id, attempts } = delivery;
  await scheduleMessage(delivery, { name: `${id}-${attempts.length + 1}`, at });
}

/**
 * Has a schedule send the message of a delivery's next attempt anew. A function that sends to its own queue again and again is
 * stopped by Lambda as a loop; what the scheduler sends begins anew.
 */
export async function sendAnew(delivery: StoredDelivery, at: Date): Promise<void> {
  const { id, attempts } = delivery;
  // The time tells it from the schedule of the attempt itself, and from those of earlier waits.
  const name = `${id}-${attempts.length + 1}-${Math.floor(at.getTime() / 1000)}`;
  await scheduleMessage(delivery, { name, at });
}

async function scheduleMessage(
  delivery: StoredDelivery,
  { name, at }: { readonly name: string; readonly at: Date },
): Promise<void> {
  const message = messageOf(delivery);
  await scheduleOnce({
    name,
    group: { id: delivery.user_id, queueUrl: readVariable(deliveryQueue.url) },
    body: JSON.stringify(message),
    at,
    queueArn: readVariable(deliverySchedules.queueArn),
    deadLettersArn: readVariable(deliverySchedules.deadLettersArn),
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}
