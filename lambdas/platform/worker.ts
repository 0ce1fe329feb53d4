import type { Grant } from './grants.ts';
import { inStep, noteAnswer, stepOfInvocation } from './log/in-step.ts';
import type { Queue } from './queues.ts';
import { requireOnce, type Variable } from './variables/variable.ts';

/** A request of the telephony vendor, which the key in its path and its signature authenticate. */
interface CallbackTrigger {
  readonly by: 'callback';
  readonly path: `/telephony/${string}`;
}

interface RequestTrigger {
  readonly by: 'request';
  readonly method: 'GET';
  readonly path: `/v1/${string}`;
  /** Why it needs no token. */
  readonly open: string;
}

interface AuthorizerTrigger {
  readonly by: 'authorizer';
}

interface SocketTrigger {
  readonly by: 'socket';
  readonly route: '$connect' | '$default' | '$disconnect';
}

/** A limit of the configuration, or a number of invocations. */
export type Concurrency =
  | number
  | 'dialConcurrency'
  | 'fanOut'
  | 'deliveries'
  | 'silenceChecks'
  | 'background';

/** What a caller waits for in silence: the agent's answer, or the next step of the call. */
export type CallerWait = 'turn' | 'call';

export const DEFAULT_TIMEOUT_SECONDS = 10;

interface QueueSettings {
  /** The queue's name for other functions. @default no other function uses it */
  readonly queue?: Queue;
  /**
   * Seconds that a failed message waits for its next attempt, unless the function says otherwise, and the reason for
   * the short time. @default six times the function's time-out, as AWS advises:
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
   */
  readonly visibility?: { readonly seconds: number; readonly because: string };
  /** Attempts after which a message goes to the dead-letter queue: at least five. */
  readonly maxAttempts: number;
  /** Invocations at the same time, at least 2: background work must not take the concurrency that callers need. */
  readonly maxConcurrency: Concurrency;
  /** What a message in the dead-letter queue means for people; the alarm says it. */
  readonly deadLetterImpact: string;
  /** Schedules that send messages to the queue: their construct's id, and their group's suffix. @default none */
  readonly schedules?: { readonly id: string; readonly group: string };
}

interface QueueTrigger extends QueueSettings {
  readonly by: 'queue';
}

interface EventTrigger extends QueueSettings {
  readonly by: 'event';
  readonly typePrefix: string;
}

/** A dead-letter queue of something other than a queue, and its section of the runbook. */
interface DeadLetters {
  readonly id: string;
  readonly impact: string;
  readonly section: string;
  /** The queue's name for the function. @default the function does not use it */
  readonly queue?: Queue;
}

interface ClockTrigger {
  readonly by: 'clock';
  readonly minutes: number;
  /** Reserved concurrency, which is also its maximum. @default none */
  readonly maxConcurrency?: number;
  readonly deadLetters: DeadLetters;
}

/** Changes of items of the table, by the sort keys of the items or other patterns of the stream's records. */
interface StreamTrigger {
  readonly by: 'stream';
  readonly batchSize: number;
  /** Retries of a failed batch. With their doubling waits, 20 take about a quarter of an hour. */
  readonly retries: number;
  readonly sortKeys: { readonly prefixes: readonly string[]; readonly whole: readonly string[] };
  /** Further changes, by event patterns; Lambda permits five in all. @default none */
  readonly patterns?: readonly Readonly<Record<string, unknown>>[];
  readonly deadLetters: DeadLetters;
}

export type Trigger =
  | CallbackTrigger
  | RequestTrigger
  | AuthorizerTrigger
  | SocketTrigger
  | QueueTrigger
  | EventTrigger
  | ClockTrigger
  | StreamTrigger;

/** A function that is not an endpoint. Stacks, bundles, permissions and measurements derive from it. */
export interface Worker {
  readonly stack: 'Api' | 'Calls' | 'Events';
  /** The construct id of its function. A changed id replaces its queue with the messages in it. */
  readonly id: string;
  readonly description: string;
  readonly trigger: Trigger;
  readonly grants?: readonly Grant[];
  /** Variables besides those of its grants. @default none */
  readonly variables?: readonly Variable<unknown>[];
  readonly timeoutSeconds?: number;
  /** MiB, which also buys CPU. @default 512 */
  readonly memory?: number;
  /** What a caller waits for. @default no caller waits */
  readonly callerWaitsFor?: CallerWait;
  /** It runs in nearly every call, or waits for a model: it has more concurrency. @default false */
  readonly isCallStep?: boolean;
  /** It handles calls, so the path of a call includes its log. @default true */
  readonly handlesCalls?: boolean;
}

export function defineWorker<Declared extends Worker>(worker: Declared): Declared {
  return worker;
}

export const variablesOf = ({
  grants = [],
  variables = [],
}: Pick<Worker, 'grants' | 'variables'>): readonly Variable<unknown>[] => [
  ...grants.flatMap((grant) => grant.variables),
  ...variables,
];

/** The Lambda handler of a worker. The first invocation fails if a variable is missing or cannot be read. */
export function workerHandler<Arguments extends readonly unknown[], Result>(
  worker: Worker,
  handle: (...invocation: Arguments) => Promise<Result>,
): (...invocation: Arguments) => Promise<Result> {
  const requireVariables = requireOnce(variablesOf(worker));
  const step = nameOfStep(worker);
  return async (...invocation) => {
    requireVariables();
    const [event, context]: readonly unknown[] = invocation;
    return inStep(stepOfInvocation(step, { event, context }), async (current) => {
      const answer = await handle(...invocation);
      noteAnswer(current, answer);
      return answer;
    });
  };
}

function nameOfStep({ trigger, description }: Worker): string {
  switch (trigger.by) {
    case 'callback':
      return `POST ${trigger.path}`;
    case 'request':
      return `${trigger.method} ${trigger.path}`;
    case 'socket':
      return `WebSocket ${trigger.route}`;
    default:
      return description;
  }
}
