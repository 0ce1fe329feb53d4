import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { StoredDelivery } from '../domain/events/delivery.ts';
import { id } from '../domain/fields.ts';
import { scheduledBody, scheduleOnce } from '../runtime/one-time-schedule.ts';
import { deliveryQueue, deliverySchedules } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Attempts at the work of a message before it is given up: enough for some minutes of a throttled table. */
export const MAX_TRIES = 10;

/** Seconds until the earliest time of a schedule: the scheduler refuses times in the past. */
const SOONEST_SECONDS = 2;

/** Seconds for which the scheduler retries to enqueue the message: a day. */
const MAX_LATE_SECONDS = 86_400;

/**
 * A message of the delivery queue. It names the delivery; the delivery's record says which attempt is due, and when.
 */
export const deliveryMessage = z.object({ user_id: id, webhook_id: id, delivery_id: id });
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

export const readDeliveryMessage = (json: unknown): DeliveryMessage =>
  deliveryMessage.parse(scheduledBody(json));

const queue = new SQSClient({});

export const messageOf = ({ user_id, webhook_id, id }: StoredDelivery): DeliveryMessage => ({
  user_id,
  webhook_id,
  delivery_id: id,
});

/** Enqueues a delivery, after a delay of up to 15 minutes. The queue's own function must not use it. */
export async function enqueueDelivery(delivery: StoredDelivery, delaySeconds = 0): Promise<void> {
  await queue.send(
    new SendMessageCommand({
      QueueUrl: readVariable(deliveryQueue.url),
      MessageBody: JSON.stringify(messageOf(delivery)),
      DelaySeconds: delaySeconds,
      // Fair queues: one user's messages do not delay those of others, whatever their number of webhooks.
      MessageGroupId: delivery.user_id,
    }),
  );
}

/**
 * Schedules a new message for a delivery at a time, which is rounded up to the second. The same time is scheduled once,
 * so a repeat makes no second message.
 */
export async function scheduleDelivery(delivery: StoredDelivery, at: Date, now: Date): Promise<void> {
  const dueMs = Math.max(at.getTime(), now.getTime() + SOONEST_SECONDS * 1000);
  const due = new Date(Math.ceil(dueMs / 1000) * 1000);
  await scheduleOnce({
    name: scheduleName(delivery, due),
    group: { id: delivery.user_id, queueUrl: readVariable(deliveryQueue.url) },
    body: JSON.stringify(messageOf(delivery)),
    at: due,
    queueArn: readVariable(deliverySchedules.queueArn),
    deadLettersArn: readVariable(deliverySchedules.deadLettersArn),
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}

/**
 * The name of the schedule of a delivery at a time. The name of a schedule that has just fired may still be taken, but
 * it has an earlier time.
 */
export const scheduleName = ({ id, attempts }: StoredDelivery, due: Date): string =>
  `${id}-${attempts.length + 1}-${due.getTime() / 1000}`;
