import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Event, event } from '../domain/events.ts';
import { logger } from './logger.ts';

/** An event as EventBridge puts it into a queue. */
const envelope = z.object({ detail: event });

/** Handles the events of a queue one by one; one that fails comes again, until the queue parks it. */
export function eventConsumer(handle: (event: Event, attempt: number) => Promise<void>) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        try {
          await handle(envelope.parse(JSON.parse(body)).detail, Number(attributes.ApproximateReceiveCount));
          return [];
        } catch (error) {
          logger.warn('An event could not be handled and will come again.', { messageId, error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: results.flat() };
  };
}
