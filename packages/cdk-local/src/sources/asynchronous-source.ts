import type { AsynchronousSettings } from '../aws/events/asynchronous-queues.ts';
import type { NewMessage } from '../aws/sqs/queues/message.ts';
import type { Queue, ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { Functions, InvocationResult } from '../functions/functions.ts';
import { runQueueSource } from './queue-source.ts';

interface AsynchronousSource {
  readonly functionArn: string;
  readonly queue: Queue;
  readonly settings: AsynchronousSettings;
  /** Milliseconds before each retry after a failure. */
  readonly retryMs: readonly number[];
  readonly queues: Queues;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}

/** Runs a function's asynchronous invocations with retries. After a restart, they keep their age, not attempts. */
export function runAsynchronousSource(source: AsynchronousSource): Promise<void> {
  const { functionArn, queue, settings, retryMs, queues, functions, signal } = source;
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
    if (decision && decision !== 'give up') {
      await queue.changeVisibility(message.receiptHandle, decision.retryInMs);
      return;
    }
    if (!result.ok) {
      const deadLetters = queues.find(settings.deadLetterArn ?? '');
      await deadLetters?.send([deadLetter(message, result)]);
    }
    attemptsOf.delete(message.id);
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

function addAttempt(
  { failures, throttles }: Attempts = { failures: 0, throttles: 0 },
  result: InvocationResult,
): Attempts {
  if (!result.ok && result.error === 'throttled') return { failures, throttles: throttles + 1 };
  return { failures: failures + 1, throttles: 0 };
}

interface Attempts {
  readonly failures: number;
  /** Invocations that Lambda refused since the last failure. */
  readonly throttles: number;
}

/** Lambda's decision about an event whose invocation failed: retry or give up. */
type Decision = { readonly retryInMs: number } | 'give up';

/** Milliseconds before the first retry of a throttled event, doubled up to the longest. */
const FIRST_THROTTLE_MS = 1_000;
const LONGEST_THROTTLE_MS = 300_000;

/** A failed event is retried as often as the settings say, a throttled one until its maximum age. */
export function decideRetry(options: {
  readonly error: Extract<InvocationResult, { ok: false }>['error'];
  readonly attempts: Attempts;
  readonly ageMs: number;
  readonly settings: Pick<AsynchronousSettings, 'maximumRetries' | 'maximumAgeMs'>;
  /** Milliseconds before each retry after a failure; the last one holds for all further retries. */
  readonly retryMs: readonly number[];
}): Decision {
  const { error, attempts, ageMs, settings, retryMs } = options;
  const { failures, throttles } = attempts;
  if (error !== 'throttled' && failures > settings.maximumRetries) return 'give up';
  if (ageMs >= settings.maximumAgeMs) return 'give up';
  if (error === 'throttled')
    return { retryInMs: Math.min(LONGEST_THROTTLE_MS, FIRST_THROTTLE_MS * 2 ** (throttles - 1)) };
  return { retryInMs: retryMs[failures - 1] ?? retryMs.at(-1) ?? 0 };
}

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
