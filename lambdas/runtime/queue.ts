import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Event, event } from '../domain/events/events.ts';
import { logger } from './logger.ts';

/** An event as EventBridge puts it into a queue. */
const envelope = z.object({ detail: event });

/** How the messages of a queue are handled. */
export interface MessageHandling<Message> {
  /** Reads a message; throws on one that cannot be read. */
  read(json: unknown): Message;
  /** Handles one message; `attempt` counts from 1. A failure lets the message come again, until the queue parks it. */
  handle(message: Message, attempt: number): Promise<undefined | { readonly retryAfterSeconds: number }>;
  /** Puts off when a message that asked for it comes again; left out: the queue's visibility timeout says when. */
  postpone?(record: SQSRecord, seconds: number): Promise<void>;
}

/** How the events of a queue are handled. */
export type EventHandling = Omit<MessageHandling<Event>, 'read'>;

/** The Lambda handler of a queue's events: each succeeds or fails by itself. */
export const eventConsumer = (handling: EventHandling) =>
  messageConsumer({ ...handling, read: (json) => envelope.parse(json).detail });

/** The Lambda handler of a queue's messages: each succeeds or fails by itself. */
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
