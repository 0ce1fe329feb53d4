import type { Queue } from '../aws/sqs/queues/queue.ts';
import type { Functions } from '../functions/functions.ts';
import { runQueueSource } from './queue-source.ts';

/** Runs a function's asynchronous invocations; retries each a little later when it fails. */
export function runAsynchronousSource(options: {
  readonly functionArn: string;
  readonly queue: Queue;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { functionArn, queue, functions, signal } = options;
  return runQueueSource({
    queue,
    batchSize: 1,
    batchingWindowMs: 0,
    maximumConcurrency: 10,
    signal,
    handle: async ([message]) => {
      if (!message) return;
      const { ok } = await functions.invoke(functionArn, JSON.parse(message.body));
      if (ok) await queue.delete([message.receiptHandle]);
      else if (!signal.aborted)
        await queue.changeVisibility(message.receiptHandle, message.receiveCount * 1000);
    },
  });
}
