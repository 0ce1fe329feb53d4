import type { Concurrency, Worker } from '../../lambdas/platform/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** A value, whether it is right beside the others, and what it must be. */
export type Rule = readonly [value: string, isRight: boolean, rule: string];

type ConsumerBounds = Pick<EnvironmentConfig, 'consumers'> & {
  readonly telephony: Pick<EnvironmentConfig['telephony'], 'dialConcurrency'>;
  readonly webhooks: Pick<EnvironmentConfig['webhooks'], 'concurrency'>;
};

/** Concurrent invocations that functions can have, without those of the API. */
interface Executions {
  readonly reserved: number;
  readonly queued: number;
  /** Of functions that read the table's stream or run by a schedule. */
  readonly inBackground: number;
}

/** Units a second of a partition of the table. Each partition has a shard of the stream. */
const PARTITION = { writes: 1000, reads: 3000 };

/** Units a second of a table that was not warmed. */
const UNWARMED = { writes: 4000, reads: 12_000 };

/** Consumers of events for each of deliveries: they wait for no receiver. */
const FAN_OUT = 0.7;

export function invocationsAtOnce(
  most: Concurrency,
  { telephony, webhooks, consumers }: ConsumerBounds,
): number {
  const limits = {
    dialConcurrency: telephony.dialConcurrency,
    deliveries: webhooks.concurrency,
    fanOut: Math.ceil(FAN_OUT * webhooks.concurrency),
    ...consumers,
  };
  return typeof most === 'number' ? most : limits[most];
}

/**
 * Concurrent invocations that are reserved for a worker, which are also the most that it can have. Undefined if it has
 * no reservation. Every function that strangers can invoke by a forged request of the vendor has one.
 */
export function reservedFor(
  { trigger, callerWaitsFor, isCallStep }: Pick<Worker, 'trigger' | 'callerWaitsFor' | 'isCallStep'>,
  { concurrency }: Pick<EnvironmentConfig, 'concurrency'>,
): number | undefined {
  if (!concurrency) return undefined;
  if (trigger.by === 'clock') return trigger.maxConcurrency;
  if (callerWaitsFor === 'turn') return concurrency.turns;
  if (trigger.by !== 'callback' && trigger.by !== 'socket') return undefined;
  return isCallStep ? concurrency.callSteps : concurrency.reports;
}

/**
 * How many executions all functions but those of the API can take together, if the table has no more partitions than
 * its warm throughput needs. DynamoDB adds some as the traffic and the data grow.
 */
export function executionsOf(config: EnvironmentConfig): Executions {
  const sum = { reserved: 0, queued: 0, inBackground: 0 };
  for (const worker of Object.values(workers)) {
    const { trigger } = worker;
    const reserved = reservedFor(worker, config);
    sum.reserved += reserved ?? 0;
    if (trigger.by === 'queue' || trigger.by === 'event')
      sum.queued += invocationsAtOnce(trigger.maxConcurrency, config);
    if (trigger.by === 'stream') sum.inBackground += shardsOf(config);
    // No run takes longer than its period.
    if (trigger.by === 'clock' && reserved === undefined) sum.inBackground += 1;
  }
  return sum;
}

/** Shards of the table's stream; Lambda invokes a function once at a time for each. */
function shardsOf({ warmThroughput = UNWARMED }: EnvironmentConfig): number {
  const { writes, reads } = warmThroughput;
  return Math.ceil(Math.max(writes / PARTITION.writes, reads / PARTITION.reads));
}

/**
 * Seconds for which a request of the API occupies an execution: the creation of a call takes 30 ms on a laptop, and
 * twice that on Lambda. The authorizer's answer is cached.
 */
const SECONDS_OF_A_REQUEST = 0.06;

/** Least invocations that are left for the API. */
export const LEAST_UNRESERVED = 100;

/**
 * Checks that the account has an execution for everything that is reserved, for each consumer of a queue, stream or
 * schedule, and for 100 requests of the API. The reservations leave the concurrency that AWS requires:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 *
 * The rule on the throttle shows that one operation, at its throttle and with requests of 60 ms, fits into the rest. It
 * does not show that the API always finds an execution: API Gateway throttles each operation by itself, requests may
 * wait 29 seconds for a vendor, and other applications share the account. `concurrency-high` watches what it leaves out.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export function concurrencyRules(config: EnvironmentConfig): Rule[] {
  const { concurrency, rollout } = config;
  if (!concurrency) return [];
  const { account, turns, provisionedTurns } = concurrency;
  const { reserved, queued, inBackground } = executionsOf(config);
  const taken = reserved + queued + inBackground;
  const least = taken + LEAST_UNRESERVED;
  const left = account - taken;
  const { rate, burst } = config.throttle;
  return [
    [
      'concurrency.provisionedTurns',
      provisionedTurns === undefined || (rollout !== undefined && 2 * provisionedTurns <= turns),
      'must come with rollout, whose alias it is for, and be at most half of concurrency.turns: while a new version takes over, the other one has as many or answers from the rest',
    ],
    [
      'concurrency.account',
      account >= least,
      `must be at least ${least}: ${reserved} are reserved, consumers of queues take ${queued}, those of the stream and schedules ${inBackground}, and the API needs ${LEAST_UNRESERVED}; a throttled consumer would use up the attempts of its messages`,
    ],
    [
      'throttle',
      // Of an account that is too small, one fault is told.
      account < least || burst + rate * SECONDS_OF_A_REQUEST <= left,
      `must permit no more short requests to one operation at once (the burst and what the rate brings in ${SECONDS_OF_A_REQUEST} s) than the ${left} executions that are left for the API: Lambda's refusals would reach API consumers as 500`,
    ],
  ];
}
