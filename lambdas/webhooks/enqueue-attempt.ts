import type { StoredDelivery } from '../domain/events/delivery.ts';
import { environment } from '../runtime/environment.ts';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { enqueueNow, messageOf } from './attempt-message.ts';

/** SQS delays a message for no longer, in seconds. */
const MAX_DELAY_SECONDS = 900;

/** The scheduler tries for a day to get a message into the queue. */
const MAX_LATE_SECONDS = 86_400;

/** Lets the delivery queue know of a delivery's next attempt when it is due. */
export async function enqueueAttempt(delivery: StoredDelivery, at: Date, now: Date): Promise<void> {
  const waitSeconds = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
  if (waitSeconds <= MAX_DELAY_SECONDS) return enqueueNow(delivery, waitSeconds);
  const message = messageOf(delivery);
  await scheduleOnce({
    name: `${message.delivery_id}-${message.attempt}`,
    body: JSON.stringify(message),
    at,
    queueArn: environment('DELIVERY_QUEUE_ARN'),
    deadLettersArn: environment('DELIVERY_DEAD_LETTERS_ARN'),
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}
