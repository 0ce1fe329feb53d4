import type { Grant } from './grants.ts';
import type { Queue } from './queues.ts';
import { requireOnce, type Variable } from './variables/variable.ts';

/** A request of the telephony vendor, which proves itself by our key in the path and its signature. */
interface CallbackTrigger {
  readonly by: 'callback';
  readonly path: `/telephony/${string}`;
}

/** A request of anybody. */
interface RequestTrigger {
  readonly by: 'request';
  readonly method: 'GET';
  readonly path: `/v1/${string}`;
  /** Why it needs no token. */
  readonly open: string;
}

/** A request with a bearer token, before it reaches its endpoint. */
interface AuthorizerTrigger {
  readonly by: 'authorizer';
}

/** A route of the telephony vendor's WebSocket. */
interface SocketTrigger {
  readonly by: 'socket';
  readonly route: '$connect' | '$default' | '$disconnect';
}

/** A limit of the configuration, or a number of invocations. */
export type Concurrency = number | 'dialling' | 'deliveries';

/** Background work of which nobody waits for the single piece: conversations come first. */
export const BACKGROUND_CONCURRENCY = 20;

/** What a caller waits for in silence: an answer of the agent, or the next step of their call. */
export type CallerWait = 'turn' | 'call';

/** How the queue of a function works, and what is done with messages that fail for good. */
interface QueueSettings {
  /** What others know the queue by. @default nobody else uses it */
  readonly queue?: Queue;
  /** Seconds that a failed message waits for its next attempt, unless the function says otherwise. */
  readonly visibilitySeconds: number;
  /** Attempts after which a message goes to the dead-letter queue. */
  readonly maxAttempts: number;
  /** Invocations at the same time, at least 2: background work must not take the concurrency that callers need. */
  readonly maxConcurrency: Concurrency;
  /** What a message in the dead-letter queue means for people. The alarm says so, and refers to the runbook's section of the file's name. */
  readonly deadLetterImpact: string;
  /** Schedules that send messages to the queue: their construct, and what the name of their group ends with. @default none */
  readonly schedules?: { readonly id: string; readonly group: string };
}

/** Messages of a queue, one at a time. */
interface QueueTrigger extends QueueSettings {
  readonly by: 'queue';
}

/** Events of the bus whose type begins with `typePrefix`, through a queue. */
interface EventTrigger extends QueueSettings {
  readonly by: 'event';
  readonly typePrefix: string;
}

/** A dead-letter queue that is no queue's: its construct, what a message in it means for people, and the runbook's section about it. */
interface DeadLetters {
  readonly id: string;
  readonly impact: string;
  readonly section: string;
  /** What the function knows it by. @default it does not */
  readonly queue?: Queue;
}

/** The clock, once in `minutes` minutes. */
interface ClockTrigger {
  readonly by: 'clock';
  readonly minutes: number;
  readonly deadLetters: DeadLetters;
}

/** Changes of items of the table, by the sort keys of the items or other patterns of the stream's records. */
interface StreamTrigger {
  readonly by: 'stream';
  /** Only changes after the deployment. @default all changes that the stream has, of 24 hours */
  readonly from?: 'deployment';
  readonly batchSize: number;
  /** With the doubling waits between them, 20 take about a quarter of an hour. */
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

/** What a function is that is no endpoint: the stacks, bundles, permissions and measurements all come from it. */
export interface Worker {
  /** The stack that it is part of. */
  readonly stack: 'Api' | 'Calls' | 'Events';
  /** The construct of its function; resources are named after it, so that another id replaces its queue with what is in it. */
  readonly id: string;
  /** What it does, in a few words. */
  readonly description: string;
  readonly trigger: Trigger;
  /** @default none */
  readonly grants?: readonly Grant[];
  /** Variables besides those of its grants. @default none */
  readonly variables?: readonly Variable<unknown>[];
  /** @default 10 */
  readonly timeoutSeconds?: number;
  /** MiB, which also buys CPU. @default 512 */
  readonly memory?: number;
  /** Reserves concurrency for it, as configured, because a caller waits for it. @default it shares what is left of the account's */
  readonly callerWaitsFor?: CallerWait;
  /** Metrics that count a message of its log, by their names. @default none */
  readonly metrics?: Readonly<Record<string, string>>;
}

/** Declares a worker. */
export function defineWorker<Declared extends Worker>(worker: Declared): Declared {
  return worker;
}

/** All variables of a function. */
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
  handle: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  const requireVariables = requireOnce(variablesOf(worker));
  return async (...given) => {
    requireVariables();
    return handle(...given);
  };
}
