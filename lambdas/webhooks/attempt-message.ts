import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { StoredDelivery } from '../domain/events/delivery.ts';
import { id } from '../domain/fields.ts';
import { scheduledBody } from '../runtime/one-time-schedule.ts';
import { deliveryQueue } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Times that the work of a message is tried before it is given up: enough for a table that is throttled for some minutes. */
export const MAX_TRIES = 10;

/** What the delivery queue is told: that an attempt of a delivery is due. */
const attemptMessage = z.object({
  user_id: id,
  webhook_id: id,
  delivery_id: id,
  /** Which attempt, counted from 1. */
  attempt: z.int(),
});
export type AttemptMessage = z.infer<typeof attemptMessage>;

/** Reads a message of the delivery queue; throws on one that cannot be read. */
export const readAttemptMessage = (json: unknown): AttemptMessage =>
  attemptMessage.parse(scheduledBody(json));

const queue = new SQSClient({});

/** What the delivery queue is told of a delivery's next attempt. */
export const messageOf = ({ user_id, webhook_id, id, attempts }: StoredDelivery): AttemptMessage => ({
  user_id,
  webhook_id,
  delivery_id: id,
  attempt: attempts.length + 1,
});

/** Lets the delivery queue know of a delivery's next attempt now, or after up to 15 minutes. */
export async function enqueueNow(delivery: StoredDelivery, delaySeconds = 0): Promise<void> {
  await queue.send(
    new SendMessageCommand({
      QueueUrl: readVariable(deliveryQueue.url),
      MessageBody: JSON.stringify(messageOf(delivery)),
      DelaySeconds: delaySeconds,
      // Fair queues: one user's messages do not keep those of others waiting, however many webhooks they are for.
      MessageGroupId: delivery.user_id,
    }),
  );
}
