import type { AsynchronousSettings } from '../aws/events/asynchronous-queues.ts';
import type { Queue, ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { Functions, InvocationResult } from '../functions/functions.ts';
import { deadLetter, invocationRecord } from './asynchronous-failure.ts';
import { type Attempts, decideRetry } from './asynchronous-retry.ts';
import { runQueueSource } from './queue-source.ts';

interface AsynchronousSource {
  readonly functionArn: string;
  /** The events. */
  readonly queue: Queue;
  readonly settings: AsynchronousSettings;
  /** Milliseconds before each retry after a failure. */
  readonly retryMs: readonly number[];
  readonly queues: Queues;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}

/**
 * Runs a function's asynchronous invocations: retries each as Lambda does, and finally gives it up to the dead-letter
 * queue and the failure destination. A restart of the runtime forgets the attempts, not the age, of an event.
 */
export function runAsynchronousSource(source: AsynchronousSource): Promise<void> {
  const { functionArn, queue, settings, retryMs, functions, signal } = source;
  const attemptsOf = new Map<string, Attempts>();
  const handle = async (message: ReceivedMessage) => {
    const result = await functions.invoke(functionArn, JSON.parse(message.body));
    if (signal.aborted && !result.ok) return;
    const attempts = addAttempt(attemptsOf.get(message.id), result);
    attemptsOf.set(message.id, attempts);
    const ageMs = Date.now() - message.sentAt;
    const decision = result.ok
      ? undefined
      : decideRetry({ error: result.error, attempts, ageMs, settings, retryMs });
    if (decision && 'retryInMs' in decision) {
      await queue.changeVisibility(message.receiptHandle, decision.retryInMs);
      return;
    }
    if (decision && !result.ok) {
      const { condition } = decision;
      await giveUp({ message, functionArn, condition, invocations: attempts.failures, result }, source);
    }
    attemptsOf.delete(message.id);
    await queue.delete([message.receiptHandle]);
  };
  return runQueueSource({
    queue,
    batchSize: 1,
    batchingWindowMs: 0,
    maximumConcurrency: 10,
    signal,
    handle: async ([message]) => {
      if (message) await handle(message);
    },
  });
}

function addAttempt(
  { failures, throttles }: Attempts = { failures: 0, throttles: 0 },
  result: InvocationResult,
): Attempts {
  if (!result.ok && result.error === 'throttled') return { failures, throttles: throttles + 1 };
  return { failures: failures + 1, throttles: 0 };
}

async function giveUp(
  failure: Parameters<typeof deadLetter>[0],
  { settings, queues }: AsynchronousSource,
): Promise<void> {
  await queues.find(settings.deadLetterArn ?? '')?.send([deadLetter(failure)]);
  await queues.find(settings.failureArn ?? '')?.send([invocationRecord(failure)]);
}
