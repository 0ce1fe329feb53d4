import { setTimeout as wait } from 'node:timers/promises';
import type { Queue, ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import { digestOfBody, systemAttributes } from '../aws/sqs/received-message.ts';
import type { Functions, InvocationResult } from '../functions/functions.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { failedItems } from './item-failures.ts';

/**
 * Feeds a function from a queue, several batches at a time, until the signal aborts and all are done. A throttled batch
 * is retried until its visibility timeout, then uses up a receive.
 */
export async function runSqsSource(options: {
  readonly mapping: EventSourceMapping;
  readonly queue: Queue;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { mapping, queue, functions, signal } = options;
  const handle = async (messages: readonly ReceivedMessage[]) => {
    const Records = messages.map((message) => toSqsRecord(message, mapping.sourceArn));
    const traceHeaders = messages.flatMap(({ traceHeader }) => traceHeader ?? []);
    const invoke = () => functions.invoke(mapping.functionArn, { Records }, traceHeaders);
    const result = await retryThrottled(invoke, { giveUpAfterMs: queue.settings.visibilityMs, signal });
    const identifiers = messages.map(({ id }) => id);
    const failed = failedItems(result, identifiers);
    const done = messages.filter(({ id }) => !failed.has(id));
    // The others are visible again after the visibility timeout.
    if (done.length > 0) await queue.delete(done.map(({ receiptHandle }) => receiptHandle));
  };
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (running.size >= mapping.maximumConcurrency) await Promise.race(running);
    await queue.waitForMessages(signal);
    if (signal.aborted) break;
    const messages = await queue.receive(mapping.batchSize);
    if (messages.length === 0) continue;
    const batch = handle(messages).finally(() => running.delete(batch));
    running.add(batch);
  }
  await Promise.all(running);
}

/** Milliseconds before the first retry; doubled up to the longest. Lambda does not document its own. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Repeats a throttled invocation with growing waits. Returns its result, or the last refusal. */
export async function retryThrottled(
  invoke: () => Promise<InvocationResult>,
  { giveUpAfterMs, signal }: { readonly giveUpAfterMs: number; readonly signal: AbortSignal },
): Promise<InvocationResult> {
  const deadline = Date.now() + giveUpAfterMs;
  let pauseMs = FIRST_RETRY_MS;
  for (;;) {
    const result = await invoke();
    const isThrottled = !result.ok && result.error === 'throttled';
    if (!isThrottled || signal.aborted || Date.now() + pauseMs >= deadline) return result;
    await wait(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(LONGEST_RETRY_MS, pauseMs * 2);
  }
}

/** A message in Lambda's event for a queue's consumer. Only dead letters have attributes of their own. */
function toSqsRecord(message: ReceivedMessage, queueArn: string): object {
  return {
    messageId: message.id,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: {},
    md5OfBody: digestOfBody(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3],
  };
}
