import type { StoredDelivery } from '../domain/events/delivery.ts';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { deliveryQueue, deliverySchedules } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { enqueueNow, messageOf } from './attempt-message.ts';

/** Longest delay of an SQS message in seconds. */
const MAX_DELAY_SECONDS = 900;

/** Seconds for which the scheduler retries to enqueue the message: a day. */
const MAX_LATE_SECONDS = 86_400;

/** Enqueues a delivery's next attempt for the time when it is due. */
export async function enqueueAttempt(delivery: StoredDelivery, at: Date, now: Date): Promise<void> {
  const waitSeconds = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
  if (waitSeconds <= MAX_DELAY_SECONDS) return enqueueNow(delivery, waitSeconds);
  const { id, attempts } = delivery;
  await scheduleMessage(delivery, { name: `${id}-${attempts.length + 1}`, at });
}

/**
 * Schedules a delivery's next attempt as a new message. Lambda stops a function that repeatedly sends to its own queue
 * as a loop; a message of the scheduler starts a new chain.
 */
export async function sendAnew(delivery: StoredDelivery, at: Date): Promise<void> {
  const { id, attempts } = delivery;
  // The time distinguishes it from the attempt's own schedule and from earlier waits.
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
