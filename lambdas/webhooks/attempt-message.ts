import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { StoredDelivery } from '../domain/events/delivery.ts';
import { id } from '../domain/fields.ts';
import { scheduledBody } from '../runtime/one-time-schedule.ts';
import { deliveryQueue } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Attempts at the work of a message before it is given up: enough for some minutes of a throttled table. */
export const MAX_TRIES = 10;

/**
 * A message of the delivery queue. It names the delivery; the delivery's record says which attempt is due, and when.
 */
export const attemptMessage = z.object({ user_id: id, webhook_id: id, delivery_id: id });
export type AttemptMessage = z.infer<typeof attemptMessage>;

/** Parses a message of the delivery queue; throws if it is malformed. */
export const readAttemptMessage = (json: unknown): AttemptMessage =>
  attemptMessage.parse(scheduledBody(json));

const queue = new SQSClient({});

/** The message of a delivery. */
export const messageOf = ({ user_id, webhook_id, id }: StoredDelivery): AttemptMessage => ({
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
