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
export function eventConsumer(handling: EventHandling) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const done = await Promise.all(Records.map((record) => consume(record, handling)));
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

async function consume(record: SQSRecord, { handle, postpone }: EventHandling): Promise<boolean> {
  const { messageId, body, attributes } = record;
  try {
    const attempt = Number(attributes.ApproximateReceiveCount);
    const retry = await handle(envelope.parse(JSON.parse(body)).detail, attempt);
    if (retry) await postpone?.(record, retry.retryAfterSeconds);
    return !retry;
  } catch (error) {
    logger.error('An event could not be handled.', { messageId, error });
    return false;
  }
}
