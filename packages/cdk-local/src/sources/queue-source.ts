import type { Queue, ReceivedMessage } from '../aws/sqs/queues/queue.ts';

export interface QueueSource {
  readonly queue: Queue;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
  /** Handles a batch; messages that it does not delete are visible again after the visibility timeout. Must not reject. */
  readonly handle: (messages: readonly ReceivedMessage[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Passes the messages of a queue on, several batches at a time, until the signal aborts and all are done. */
export async function runQueueSource(source: QueueSource): Promise<void> {
  const { queue, batchSize, maximumConcurrency, handle, signal } = source;
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (running.size >= maximumConcurrency) await Promise.race(running);
    await queue.waitForMessages(signal);
    if (signal.aborted) break;
    const messages = await queue.receive(batchSize);
    if (messages.length === 0) continue;
    const batch = handle(messages).finally(() => running.delete(batch));
    running.add(batch);
  }
  await Promise.all(running);
}
