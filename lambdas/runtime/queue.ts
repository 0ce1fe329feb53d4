import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Event, event } from '../domain/events/events.ts';
import { logger } from './logger.ts';

/** An event in a message of EventBridge. */
const envelope = z.object({ detail: event });

/** How the messages of a queue are handled. */
export interface MessageHandling<Message> {
  /** Parses a message; throws if it is malformed. */
  read(json: unknown): Message;
  /**
   * Handles a message; `attempt` counts from 1. After a failure the queue delivers the message again, until it moves to
   * the dead-letter queue.
   */
  handle(message: Message, attempt: number): Promise<undefined | { readonly retryAfterSeconds: number }>;
  /** Postpones a message whose handling asks for it; by default the queue's visibility timeout applies. */
  postpone?(record: SQSRecord, seconds: number): Promise<void>;
}

/** How the events of a queue are handled. */
export type EventHandling = Omit<MessageHandling<Event>, 'read'>;

/** A Lambda handler of a queue's events; each succeeds or fails by itself. */
export const eventConsumer = (handling: EventHandling) =>
  messageConsumer({ ...handling, read: (json) => envelope.parse(json).detail });

/** A Lambda handler of a queue's messages; each succeeds or fails by itself. */
export function messageConsumer<Message>(handling: MessageHandling<Message>) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const done = await Promise.all(Records.map((record) => consume(record, handling)));
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

async function consume<Message>(
  record: SQSRecord,
  { read, handle, postpone }: MessageHandling<Message>,
): Promise<boolean> {
  const { messageId, body, attributes } = record;
  try {
    const attempt = Number(attributes.ApproximateReceiveCount);
    const retry = await handle(read(JSON.parse(body)), attempt);
    if (retry) await postpone?.(record, retry.retryAfterSeconds);
    return !retry;
  } catch (error) {
    logger.error('A message could not be handled.', { messageId, error });
    return false;
  }
}
