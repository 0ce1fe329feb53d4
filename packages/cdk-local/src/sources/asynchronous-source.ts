import type { AsynchronousFunction } from '../aws/events/asynchronous-queues.ts';
import type { NewMessage } from '../aws/sqs/queues/message.ts';
import type { ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { Functions, InvocationResult } from '../functions/functions.ts';
import { runQueueSource } from './queue-source.ts';

interface AsynchronousSource {
  readonly invoked: AsynchronousFunction;
  readonly queues: Queues;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}

/** Runs a function's asynchronous invocations: a throttled one again until its maximum age, a failed one never. */
export async function runAsynchronousSource(source: AsynchronousSource): Promise<void> {
  const { functions, queues, signal } = source;
  const { functionArn, maximumAgeMs, deadLetterArn } = source.invoked;
  const queue = queues.find(source.invoked.queue.name);
  if (!queue) return;
  const handle = async (message: ReceivedMessage) => {
    const result = await functions.invoke(functionArn, JSON.parse(message.body));
    if (signal.aborted && !result.ok) return;
    const isThrottled = !result.ok && result.error === 'throttled';
    if (isThrottled && Date.now() - message.sentAt < maximumAgeMs) {
      await queue.changeVisibility(message.receiptHandle, retryInMs(message.receiveCount));
      return;
    }
    if (!result.ok) await queues.find(deadLetterArn ?? '')?.send([deadLetter(message, result)]);
    await queue.delete([message.receiptHandle]);
  };
  return runQueueSource({
    queue,
    batchSize: 1,
    maximumConcurrency: 10,
    signal,
    handle: async ([message]) => {
      if (message) await handle(message);
    },
  });
}

/** Milliseconds before the first retry of a throttled event, doubled up to the longest. */
const FIRST_THROTTLE_MS = 1_000;
const LONGEST_THROTTLE_MS = 300_000;

/** Milliseconds until an event is tried again that was throttled that many times. */
export const retryInMs = (throttles: number): number =>
  Math.min(LONGEST_THROTTLE_MS, FIRST_THROTTLE_MS * 2 ** (throttles - 1));

const SENDER = 'lambda.amazonaws.com';

/** The message for the function's dead-letter queue: the event, and why Lambda gave up. */
function deadLetter(message: ReceivedMessage, result: Extract<InvocationResult, { ok: false }>): NewMessage {
  const attributes = {
    RequestID: { DataType: 'String', StringValue: message.id },
    ErrorCode: { DataType: 'Number', StringValue: result.error === 'throttled' ? '429' : '200' },
    ErrorMessage: { DataType: 'String', StringValue: result.message.slice(0, 1024) },
  };
  return { body: message.body, attributes, senderId: SENDER };
}
