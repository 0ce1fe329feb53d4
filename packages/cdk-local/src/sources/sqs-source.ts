import type { Queue, ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import type { Functions } from '../functions/functions.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { failedItems } from './item-failures.ts';
import { runQueueSource } from './queue-source.ts';
import { retryThrottled } from './retry-throttled.ts';
import { toFilteredMessage, toSqsRecord } from './sqs-event.ts';

/**
 * Feeds a function from a queue by the mapping; resolves when the signal aborts and its batches are done. A throttled
 * batch is retried until its visibility timeout; then its messages return to the queue with one receive used up.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function runSqsSource(options: {
  readonly mapping: EventSourceMapping;
  readonly queue: Queue;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { mapping, queue, functions, signal } = options;
  const remove = async (messages: readonly ReceivedMessage[]) => {
    if (messages.length > 0) await queue.delete(messages.map(({ receiptHandle }) => receiptHandle));
  };
  const handle = async (messages: readonly ReceivedMessage[]) => {
    const accepted = messages.filter((message) =>
      mapping.accepts(toFilteredMessage(message, mapping.sourceArn)),
    );
    await remove(messages.filter((message) => !accepted.includes(message)));
    if (accepted.length === 0) return;
    const Records = accepted.map((message) => toSqsRecord(message, mapping.sourceArn));
    const traceHeaders = accepted.flatMap(({ traceHeader }) => traceHeader ?? []);
    const invoke = () => functions.invoke(mapping.functionArn, { Records }, traceHeaders);
    const result = await retryThrottled(invoke, { giveUpAfterMs: queue.settings.visibilityMs, signal });
    const failed = failedItems(
      result,
      accepted.map(({ id }) => id),
      mapping.reportsItemFailures,
    );
    await remove(accepted.filter(({ id }) => !failed.has(id)));
  };
  return runQueueSource({ ...mapping, queue, handle, signal });
}
