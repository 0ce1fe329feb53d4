import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Event, event } from '../domain/events.ts';
import { logger } from './logger.ts';

/** An event as EventBridge puts it into a queue. */
const envelope = z.object({ detail: event });

/** How the events of a queue are handled. */
export interface EventHandling {
  /** Handles one event; `attempt` counts from 1. A failure lets the event come again, until the queue parks it. */
  handle(event: Event, attempt: number): Promise<undefined | { readonly retryAfterSeconds: number }>;
  /** Puts off when an event that asked for it comes again; left out: the queue's visibility timeout says when. */
  postpone?(record: SQSRecord, seconds: number): Promise<void>;
}

/** The Lambda handler of a queue's events: each succeeds or fails by itself. */
export function eventConsumer({ handle, postpone }: EventHandling) {
  return consumer(async (record) => {
    const attempt = Number(record.attributes.ApproximateReceiveCount);
    const retry = await handle(envelope.parse(JSON.parse(record.body)).detail, attempt);
    if (retry) await postpone?.(record, retry.retryAfterSeconds);
    return !retry;
  });
}

/** The Lambda handler of a queue's messages of our own, which are no events: each succeeds or fails by itself. */
export function queueConsumer<Message>(
  message: z.ZodMiniType<Message>,
  handle: (message: Message) => Promise<void>,
) {
  return consumer(async ({ body }) => {
    await handle(message.parse(JSON.parse(body)));
    return true;
  });
}

function consumer(consume: (record: SQSRecord) => Promise<boolean>) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const done = await Promise.all(Records.map((record) => attempt(record, consume)));
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

async function attempt(
  record: SQSRecord,
  consume: (record: SQSRecord) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await consume(record);
  } catch (error) {
    logger.error('A message of a queue could not be handled.', { messageId: record.messageId, error });
    return false;
  }
}
